//go:build unix

package gitbase_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/gitbase"
)

// readOnlyRepo names the repository for TestReadOnlyAsUser.
const readOnlyRepo = "ERRLINT_TEST_READ_ONLY_REPOSITORY"

// TestReadOnly exports from a repository that cannot be written to.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	dir, _, _, _ := fork(t)
	const nobody = 65534
	root := os.Geteuid() == 0
	chmod := func(clear, set fs.FileMode) {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			if root {
				if err := os.Chown(name, nobody, nobody); err != nil {
					return err
				}
			}
			return os.Chmod(name, info.Mode().Perm()&^clear|set)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	chmod(0o222, 0)
	t.Cleanup(func() { chmod(0, 0o200) })
	unchanged(t, dir)
	if !root {
		readOnly(t, dir)
		return
	}

	// To root, everything can be written to: be somebody else.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := filepath.Dir(dir)
	if err := os.Chmod(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(parent, "test") // where that one may look
	if err := copyFile(program, self); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(parent, "to")
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(to, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestReadOnlyAsUser$", "-test.v")
	cmd.Dir = to
	cmd.Env = env(readOnlyRepo+"="+dir, "TMPDIR="+to, "HOME="+to)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReadOnlyAsUser is what TestReadOnly runs as another user.
func TestReadOnlyAsUser(t *testing.T) {
	if dir := os.Getenv(readOnlyRepo); dir != "" {
		readOnly(t, dir)
	}
}

func readOnly(t *testing.T, dir string) {
	for _, name := range []string{filepath.Join(dir, "new"), filepath.Join(dir, ".git", "new"), filepath.Join(dir, ".git", "index")} {
		if f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644); err == nil {
			f.Close()
			t.Fatalf("%s can be written to", name)
		}
	}
	r := open(t, filepath.Join(dir, "a"))
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, mergeBase(t, r, "main").Commit))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}
}

func copyFile(to, from string) error {
	src, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	if _, err := io.Copy(dst, src); err != nil {
		dst.Close()
		return fmt.Errorf("copy: %w", err)
	}
	return dst.Close()
}

// TestUmask checks that what is exported is as private as the user's other files.
func TestUmask(t *testing.T) {
	// Not parallel: the umask is that of the process.
	dir, base, _, _ := fork(t)
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	to := filepath.Join(realTemp(t), "export")
	r, err := gitbase.Open(t.Context(), dir, env())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Export(t.Context(), base, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{".": 0o700, "a": 0o700, "run.sh": 0o700, "go.mod": 0o600} {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, want %v; error %v", name, info.Mode(), want, err)
		}
	}
}
