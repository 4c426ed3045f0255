package gitbase_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/errlint/errlint/internal/gitbase"
)

// env is an environment in which git does the same on every machine.
func env(more ...string) []string {
	var env []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GIT_") && !strings.HasPrefix(entry, "LANG") {
			env = append(env, entry)
		}
	}
	env = append(env,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	)
	return append(env, more...)
}

// git runs a git command and returns its output.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := tryGit(dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tryGit(dir string, args ...string) (string, error) {
	// Housekeeping in the background would write while the test's directory is removed.
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "maintenance.auto=false", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = dir
	cmd.Env = env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// write writes files, given as names and texts.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// commit commits everything, with the message, and returns the commit's name.
func commit(t testing.TB, dir, message string) string {
	t.Helper()
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "--allow-empty", "-m", message)
	return git(t, dir, "rev-parse", "HEAD")
}

// repository returns a new repository with the branch main and no commit.
func repository(t testing.TB) string {
	t.Helper()
	dir := realTemp(t)
	git(t, dir, "init", "--quiet", "--initial-branch=main")
	return dir
}

func realTemp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, dir string) *gitbase.Repo {
	t.Helper()
	r, err := gitbase.Open(t.Context(), dir, env())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tree returns the files below a directory, each with its mode and content. Those named .git are left out.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil || rel == "." {
			return err
		}
		switch {
		case d.IsDir():
			if entries, err := os.ReadDir(name); err != nil || len(entries) == 0 {
				files[rel] = "directory"
				return err
			}
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			files[rel] = "link " + target
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		files[rel] = fmt.Sprintf("%v %s", info.Mode()&0o100 != 0, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// hash is a digest of all there is to know of what is below a directory, the
// times of changes included.
func hash(t testing.TB, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v %d %v\n", name, info.Mode(), info.Size(), info.ModTime())
		switch {
		case info.Mode().IsRegular():
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			h.Write(text)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			fmt.Fprintf(h, "%q\n", target)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// unchanged fails the test if what is below a directory is not as it was, when the test ends.
func unchanged(t testing.TB, dir string) {
	t.Helper()
	before := hash(t, dir)
	t.Cleanup(func() {
		if hash(t, dir) != before {
			t.Errorf("%s has changed", dir)
		}
	})
}

// export exports a commit to a new directory.
func export(t testing.TB, r *gitbase.Repo, commit string) string {
	t.Helper()
	dir := filepath.Join(realTemp(t), "export")
	if err := r.Export(t.Context(), commit, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mergeBase(t testing.TB, r *gitbase.Repo, ref string) gitbase.Base {
	t.Helper()
	b, err := r.MergeBase(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if b.Ref != ref {
		t.Errorf("MergeBase(%q).Ref = %q", ref, b.Ref)
	}
	return b
}

// fork returns a repository with a commit on which main and topic are, and one more on
// each; topic is checked out. Returned too are the names of the commits.
func fork(t testing.TB) (dir string, base, main, topic string) {
	t.Helper()
	dir = repository(t)
	write(t, dir, map[string]string{"go.mod": "module m\n", "a/a.go": "package a\n", "run.sh": "#!/bin/sh\n"})
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	base = commit(t, dir, "base")
	git(t, dir, "checkout", "--quiet", "-b", "topic")
	write(t, dir, map[string]string{"a/a.go": "package a\n\nvar A int\n", "b/b.go": "package b\n"})
	topic = commit(t, dir, "topic")
	git(t, dir, "checkout", "--quiet", "main")
	write(t, dir, map[string]string{"c/c.go": "package c\n"})
	main = commit(t, dir, "main")
	git(t, dir, "checkout", "--quiet", "topic")
	return dir, base, main, topic
}

var baseTree = map[string]string{"go.mod": "false module m\n", "a/a.go": "false package a\n", "run.sh": "true #!/bin/sh\n"}

func TestBranches(t *testing.T) {
	t.Parallel()
	dir, base, main, topic := fork(t)
	git(t, dir, "tag", "-a", "-m", "annotated", "v1", base)
	git(t, dir, "tag", "light", main)
	unchanged(t, dir)
	r := open(t, dir)
	for _, test := range []struct{ ref, want string }{
		{"main", base},
		{"heads/main", base},
		{"refs/heads/main", base},
		{main, base},
		{main[:12], base},
		{"v1", base},
		{"light", base},
		{"topic", topic},
		{"HEAD", topic},
		{"@", topic},
		{"HEAD~1", base},
		{"HEAD^{/base}", base},
		{":/main", base},
	} {
		if got, want := mergeBase(t, r, test.ref), (gitbase.Base{Ref: test.ref, Commit: test.want}); got != want {
			t.Errorf("MergeBase(%q) = %+v, want %+v", test.ref, got, want)
		}
	}
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, base))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}
}

func TestSubdirectory(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	link := filepath.Join(realTemp(t), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ dir, path string }{
		{dir, "."}, {filepath.Join(dir, "a"), "a"}, {link, "."}, {filepath.Join(link, "a"), "a"},
	} {
		r := open(t, test.dir)
		if r.Top() != dir || r.Path() != test.path {
			t.Errorf("in %s: Top() = %s, Path() = %s; want %s, %s", test.dir, r.Top(), r.Path(), dir, test.path)
		}
		// The export is of all there is, wherever the command runs.
		if diff := cmp.Diff(baseTree, tree(t, export(t, r, mergeBase(t, r, "main").Commit))); diff != "" {
			t.Errorf("in %s: files of the base %s (-want +got):\n%s", test.dir, base, diff)
		}
	}
}

// TestMerges checks what the base is after main was merged into the topic, and
// where two merges cross, so that there are two merge bases.
func TestMerges(t *testing.T) {
	t.Parallel()
	dir, _, main, topic := fork(t)
	git(t, dir, "merge", "--quiet", "--no-edit", "main")
	r := open(t, dir)
	if got, want := mergeBase(t, r, "main"), (gitbase.Base{Ref: "main", Commit: main}); got != want {
		t.Errorf("after a merge: %+v, want %+v", got, want)
	}

	git(t, dir, "checkout", "--quiet", "main")
	git(t, dir, "merge", "--quiet", "--no-edit", topic)
	write(t, dir, map[string]string{"d/d.go": "package d\n"})
	commit(t, dir, "main again")
	git(t, dir, "checkout", "--quiet", "topic")
	write(t, dir, map[string]string{"e/e.go": "package e\n"})
	commit(t, dir, "topic again")
	got := mergeBase(t, r, "main")
	if got.Commit != main && got.Commit != topic {
		t.Errorf("the base %+v is neither %s nor %s", got, main, topic)
	}
	if want := "compared with " + got.Commit[:12] + ", the newest of 2 merge bases of main and HEAD"; got.Note != want {
		t.Errorf("note %q, want %q", got.Note, want)
	}
	if again := mergeBase(t, r, "main"); again != got {
		t.Errorf("the base is %+v, and then %+v", got, again)
	}
}

// TestRename checks that a directory that was renamed since is exported under its old name.
func TestRename(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	git(t, dir, "mv", "a", "z")
	commit(t, dir, "renamed")
	r := open(t, filepath.Join(dir, "z"))
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, base))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}
}

func TestUnknownRef(t *testing.T) {
	t.Parallel()
	dir, _, _, _ := fork(t)
	r := open(t, dir)
	check := func(ref, want string) {
		t.Helper()
		_, err := r.MergeBase(t.Context(), ref)
		if err == nil || err.Error() != want {
			t.Errorf("MergeBase(%q): error\n     %v\nwant %s", ref, err, want)
		}
	}
	check("origin/main", "origin/main names no commit of this repository")
	check("-x", `"-x" names no commit of this repository`)

	git(t, dir, "remote", "add", "origin", "https://git.example.com/x.git")
	git(t, dir, "remote", "add", "fork", "https://git.example.com/y.git")
	git(t, dir, "update-ref", "refs/remotes/origin/dev", "HEAD")
	unchanged(t, dir)
	check("origin/main", `origin/main names no commit of this repository; fetch it with "git fetch origin +refs/heads/main:refs/remotes/origin/main"`)
	check("fork/rel/1.x", `fork/rel/1.x names no commit of this repository; fetch it with "git fetch fork +refs/heads/rel/1.x:refs/remotes/fork/rel/1.x"`)
	check("master", `master names no commit of this repository; fetch it with "git fetch origin +refs/heads/master:refs/remotes/origin/master" and name it origin/master`)
	check("dev", `dev names no commit of this repository; did you mean "origin/dev"?`)
	check("0123456789abcdef0123456789abcdef01234567", `0123456789abcdef0123456789abcdef01234567 names no commit of this repository; fetch it with "git fetch origin 0123456789abcdef0123456789abcdef01234567"`)
	// None of these is an option, and none breaks the line.
	for _, ref := range []string{
		"", "-", "--", "--all", "--end-of-options", "--output=x", "-h", "--help", "--git-dir", "^HEAD", "HEAD..main", "main...HEAD", "HEAD HEAD",
		"a\nb", "a\x00b", "\x1b[31m", "\xff", "HEAD:a", "main^{tree}", "HEAD@{99}", "@{upstream}", "::error", "$(touch x)", "`touch x`", "a;b",
	} {
		_, err := r.MergeBase(t.Context(), ref)
		if err == nil {
			t.Errorf("MergeBase(%q) has found a commit", ref)
		} else if msg := err.Error(); !strings.HasSuffix(msg, " names no commit of this repository") || strings.ContainsAny(msg, "\n\x00\x1b") || !utf8.ValidString(msg) {
			t.Errorf("MergeBase(%q): error %q", ref, msg)
		}
	}
}

func TestUnrelated(t *testing.T) {
	t.Parallel()
	dir, _, _, _ := fork(t)
	git(t, dir, "checkout", "--quiet", "--orphan", "other")
	commit(t, dir, "other root")
	_, err := open(t, dir).MergeBase(t.Context(), "main")
	if want := "main and HEAD have no commit in common, so there is nothing to compare with"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestUnborn(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	r := open(t, dir)
	_, err := r.MergeBase(t.Context(), "main")
	if want := "there is no commit yet to compare with main"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	// A branch without a commit, where others have some.
	dir, _, _, _ = fork(t)
	git(t, dir, "checkout", "--quiet", "--orphan", "other")
	if _, err := open(t, dir).MergeBase(t.Context(), "main"); err == nil || err.Error() != "there is no commit yet to compare with main" {
		t.Errorf("error %v", err)
	}
}

func TestDetached(t *testing.T) {
	t.Parallel()
	dir, base, _, topic := fork(t)
	git(t, dir, "checkout", "--quiet", "--detach", topic)
	if got, want := mergeBase(t, open(t, dir), "main"), (gitbase.Base{Ref: "main", Commit: base}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestShallow goes through the states of a clone as a continuous integration makes it.
func TestShallow(t *testing.T) {
	t.Parallel()
	origin, base, main, topic := fork(t)
	dir := filepath.Join(realTemp(t), "clone")
	git(t, origin, "clone", "--quiet", "--depth=1", "--branch=topic", "file://"+filepath.ToSlash(origin), dir)
	r := open(t, dir)

	_, err := r.MergeBase(t.Context(), "origin/main")
	want := `origin/main names no commit of this repository; fetch it with "git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main"`
	if err == nil || err.Error() != want {
		t.Fatalf("error\n     %v\nwant %s", err, want)
	}

	git(t, dir, "fetch", "--quiet", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
	before := hash(t, dir)
	got := mergeBase(t, r, "origin/main")
	if want := (gitbase.Base{
		Ref: "origin/main", Commit: main,
		Note: "compared with origin/main (" + main[:12] + ") itself, for the merge base with HEAD is not in this shallow clone",
	}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if diff := cmp.Diff(tree(t, export(t, r, topic)), tree(t, dir)); diff != "" {
		t.Errorf("files of HEAD (-exported +checked out):\n%s", diff)
	}
	if hash(t, dir) != before {
		t.Error("the clone has changed")
	}

	// What the error told to do.
	git(t, dir, "fetch", "--quiet", "--unshallow", "origin", "+refs/heads/main:refs/remotes/origin/main")
	if got, want := mergeBase(t, r, "origin/main"), (gitbase.Base{Ref: "origin/main", Commit: base}); got != want {
		t.Errorf("after the fetch: %+v, want %+v", got, want)
	}
}

// TestPartialClone checks that objects that are missing are not fetched.
func TestPartialClone(t *testing.T) {
	t.Parallel()
	origin, base, _, _ := fork(t)
	git(t, origin, "rm", "-q", "run.sh")
	git(t, origin, "config", "uploadpack.allowFilter", "true")
	commit(t, origin, "removed")
	for _, filter := range []string{"blob:none", "tree:0"} {
		dir := filepath.Join(realTemp(t), "clone")
		git(t, origin, "clone", "--quiet", "--filter="+filter, "file://"+filepath.ToSlash(origin), dir)
		before := hash(t, dir)
		r := open(t, dir)
		if got := mergeBase(t, r, "origin/main"); got.Commit != base {
			t.Errorf("%s: base %+v, want %s", filter, got, base)
		}
		err := r.Export(t.Context(), base, filepath.Join(realTemp(t), "export"))
		if err == nil || !strings.HasSuffix(err.Error(), "; a partial clone does not have the files of all commits: clone without --filter, or get them by git fetch --refetch --no-filter") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", filter, err)
		}
		if hash(t, dir) != before {
			t.Errorf("%s: the clone has changed", filter)
		}
		git(t, dir, "fetch", "--quiet", "--refetch", "--no-filter")
		if err := open(t, dir).Export(t.Context(), base, filepath.Join(realTemp(t), "export")); err != nil {
			t.Errorf("%s: after what the error says is done: %v", filter, err)
		}
	}
}

// TestWorktree checks that linked worktrees are no different, and that there are as many after as before.
func TestWorktree(t *testing.T) {
	t.Parallel()
	dir, base, main, _ := fork(t)
	linked := filepath.Join(realTemp(t), "linked")
	git(t, dir, "worktree", "add", "--quiet", "--detach", linked, main)
	unchanged(t, dir)
	unchanged(t, linked)
	r := open(t, linked)
	if r.Top() != linked {
		t.Errorf("Top() = %s, want %s", r.Top(), linked)
	}
	if got := mergeBase(t, r, "topic"); got.Commit != base {
		t.Errorf("base %+v, want %s", got, base)
	}
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, base))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}
}

// TestDirty checks that what is not committed, in whatever state, neither matters nor changes.
func TestDirty(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	write(t, dir, map[string]string{"a/a.go": "package a // staged\n", "new.go": "package m\n"})
	git(t, dir, "add", "a/a.go")
	write(t, dir, map[string]string{"a/a.go": "package a // not staged\n", ".gitignore": "out\n", "out/x.go": "package x\n"})
	if err := os.Remove(filepath.Join(dir, "b", "b.go")); err != nil {
		t.Fatal(err)
	}
	// Another git command is at work, or was killed.
	write(t, dir, map[string]string{".git/index.lock": "", ".git/HEAD.lock": "", ".git/config.lock": ""})
	unchanged(t, dir)
	r := open(t, dir)
	if got := mergeBase(t, r, "main"); got.Commit != base {
		t.Errorf("base %+v, want %s", got, base)
	}
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, base))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}

	// In the middle of a merge with conflicts, and with an index that is none.
	dir, base, _, _ = fork(t)
	git(t, dir, "checkout", "--quiet", "main")
	write(t, dir, map[string]string{"a/a.go": "package a\n\nvar B int\n"})
	commit(t, dir, "in conflict")
	if _, err := tryGit(dir, "merge", "topic"); err == nil {
		t.Fatal("the merge has no conflict")
	}
	write(t, dir, map[string]string{".git/index": "rubbish"})
	unchanged(t, dir)
	r = open(t, dir)
	if got := mergeBase(t, r, "topic"); got.Commit != base {
		t.Errorf("in a merge: base %+v, want %s", got, base)
	}
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, base))); diff != "" {
		t.Errorf("in a merge: files of the base (-want +got):\n%s", diff)
	}
}

func TestSubmodule(t *testing.T) {
	t.Parallel()
	inner, _, _, _ := fork(t)
	dir, _, _, _ := fork(t)
	git(t, dir, "submodule", "--quiet", "add", "file://"+filepath.ToSlash(inner), "sub/inner")
	head := commit(t, dir, "with a submodule")
	unchanged(t, dir)
	got := tree(t, export(t, open(t, dir), head))
	if got["sub/inner"] != "directory" || got["b/b.go"] != "false package b\n" || got[".gitmodules"] == "" {
		t.Errorf("files: %v", got)
	}
	// In the submodule, it is the repository.
	sub := filepath.Join(dir, "sub", "inner")
	if r := open(t, filepath.Join(sub, "a")); r.Top() != sub || r.Path() != "a" {
		t.Errorf("Top() = %s, Path() = %s", r.Top(), r.Path())
	}
}

func TestNoRepository(t *testing.T) {
	t.Parallel()
	plain := realTemp(t)
	dir, _, _, _ := fork(t)
	bare := filepath.Join(realTemp(t), "bare.git")
	git(t, dir, "clone", "--quiet", "--bare", dir, bare)
	git(t, dir, "clone", "--quiet", "--bare", dir, filepath.Join(dir, "pretends")) // to be a repository, as a commit may have it
	git(t, filepath.Join(dir, "pretends"), "config", "core.bare", "false")
	git(t, filepath.Join(dir, "pretends"), "config", "core.worktree", ".")
	broken := repository(t)
	write(t, broken, map[string]string{".git/config": "[core\n"})
	for _, test := range []struct {
		name, dir string
		env       []string
		want      string // a regular expression
	}{
		{"none", plain, env("GIT_CEILING_DIRECTORIES=" + filepath.Dir(plain)), regexp.QuoteMeta(plain + " is in no git repository")},
		{"bare", bare, env(), regexp.QuoteMeta(bare + " is in no working tree of its git repository: it is bare, or the directory is git's own")},
		{"pretends", filepath.Join(dir, "pretends"), env(), `.* is in no working tree of its git repository: .*`},
		{"git's own", filepath.Join(dir, ".git", "refs"), env(), `.* is in no working tree of its git repository: .*`},
		{"no git", dir, env("PATH=" + plain), "there is no git command in PATH"},
		{"no PATH", dir, env("PATH="), "there is no git command in PATH"},
		{"git of the repository", dir, env("PATH=.:bin::" + plain), "there is no git command in PATH"},
		{"no directory", filepath.Join(plain, "none"), env(), "find the repository: .*"},
		{"somebody else's", dir, env("GIT_TEST_ASSUME_DIFFERENT_OWNER=1"), "git rev-parse: detected dubious ownership in repository at '.*'"},
		{"broken configuration", broken, env(), "git rev-parse: bad config line 1 in file .*"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := gitbase.Open(t.Context(), test.dir, test.env)
			if err == nil || !regexp.MustCompile("^"+test.want+"$").MatchString(err.Error()) {
				t.Errorf("error\n     %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestEnvironment checks that what git's own hooks have in their environment leads nowhere else.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	other, _, _, _ := fork(t)
	trace := filepath.Join(realTemp(t), "trace")
	r, err := gitbase.Open(t.Context(), filepath.Join(dir, "a"), env(
		"GIT_DIR="+filepath.Join(other, ".git"), "GIT_WORK_TREE="+other, "GIT_INDEX_FILE="+filepath.Join(other, "index"), "GIT_PREFIX=x/",
		"GIT_OBJECT_DIRECTORY="+filepath.Join(other, "objects"), "GIT_TRACE="+trace, "GIT_TRACE2_EVENT="+trace,
	))
	if err != nil {
		t.Fatal(err)
	}
	if r.Top() != dir || r.Path() != "a" {
		t.Errorf("Top() = %s, Path() = %s", r.Top(), r.Path())
	}
	if diff := cmp.Diff(baseTree, tree(t, export(t, r, mergeBase(t, r, "main").Commit))); diff != "" {
		t.Errorf("files of the base %s (-want +got):\n%s", base, diff)
	}
	if _, err := os.Lstat(trace); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("git has written a trace: %v", err)
	}
	// The user's own configuration is used, by whatever way it is given.
	if _, err := gitbase.Open(t.Context(), dir, env(
		"GIT_TEST_ASSUME_DIFFERENT_OWNER=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0="+dir,
	)); err != nil {
		t.Error(err)
	}
}

// TestReplaced checks that objects are what their names say.
func TestReplaced(t *testing.T) {
	t.Parallel()
	dir, base, main, _ := fork(t)
	git(t, dir, "replace", git(t, dir, "rev-parse", base+":a/a.go"), git(t, dir, "rev-parse", main+":c/c.go"))
	git(t, dir, "replace", base, main)
	if diff := cmp.Diff(baseTree, tree(t, export(t, open(t, dir), base))); diff != "" {
		t.Errorf("files of the base (-want +got):\n%s", diff)
	}
}

// TestNothingRuns has a repository in which whatever can name a program names one, and
// makes sure first that these programs do run when git checks out files.
func TestNothingRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the traps are shell scripts")
	}
	t.Parallel()
	dir, base, _, _ := fork(t)
	marks := realTemp(t)
	trap := filepath.Join(realTemp(t), "trap")
	script := fmt.Sprintf("#!/bin/sh\ntouch '%s'/\"$(basename \"$0\")-$1\"\ncat\n", marks)
	if err := os.WriteFile(trap, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{
		".gitattributes": "* filter=evil diff=evil merge=evil ident text eol=crlf\nc export-ignore\n",
		"c/c.txt":        "$Id$\n",
	})
	git(t, dir, "-c", "core.safecrlf=false", "add", "--all")
	head := commit(t, dir, "attributes")
	want := tree(t, export(t, open(t, dir), head))
	blob := git(t, dir, "rev-parse", head+":c/c.txt")

	hooks := []string{
		"applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout", "post-commit", "post-index-change", "post-merge",
		"post-receive", "post-rewrite", "post-update", "pre-applypatch", "pre-auto-gc", "pre-commit", "pre-push", "pre-rebase", "pre-receive",
		"proc-receive", "push-to-checkout", "reference-transaction", "sendemail-validate", "update",
	}
	for _, hook := range hooks {
		for _, hookDir := range []string{".git/hooks", "hooks"} {
			name := filepath.Join(dir, hookDir, hook)
			write(t, dir, map[string]string{filepath.Join(hookDir, hook): script})
			if err := os.Chmod(name, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for key, value := range map[string]string{
		"core.fsmonitor": trap + " fsmonitor", "core.hooksPath": filepath.Join(dir, "hooks"), "core.pager": trap + " pager", "core.editor": trap + " editor",
		"core.askPass": trap, "core.sshCommand": trap + " ssh", "core.gitProxy": trap, "core.alternateRefsCommand": trap + " alternates",
		"credential.helper": "!" + trap + " credential", "gpg.program": trap, "pager.rev-parse": trap + " pager", "pager.ls-tree": trap + " pager",
		"alias.rev-parse": "!" + trap + " alias", "alias.merge-base": "!" + trap + " alias", "alias.cat-file": "!" + trap + " alias",
		"filter.evil.smudge": trap + " smudge %f", "filter.evil.clean": trap + " clean", "filter.evil.process": trap + " process", "filter.evil.required": "true",
		"diff.evil.textconv": trap + " textconv", "diff.external": trap + " diff", "diff.evil.command": trap + " diff", "merge.evil.driver": trap + " merge",
		"remote.origin.url": "ext::" + trap + " ext", "remote.origin.uploadpack": trap + " uploadpack", "remote.origin.vcs": "ext", "remote.origin.promisor": "true",
		"remote.origin.partialclonefilter": "blob:none", "extensions.partialClone": "origin", "protocol.ext.allow": "always", "protocol.allow": "always",
		"core.repositoryformatversion": "1", "submodule.recurse": "true", "uploadpack.packObjectsHook": trap, "maintenance.auto": "true", "gc.auto": "1",
		"interactive.diffFilter": trap, "sequence.editor": trap, "trace2.eventTarget": filepath.Join(marks, "trace2"), "log.showSignature": "true",
	} {
		git(t, dir, "config", key, value)
	}

	// The traps work. A file of another time is read again, whatever the time was when it was added.
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "c", "c.txt"), then, then); err != nil {
		t.Fatal(err)
	}
	if _, err := tryGit(dir, "status"); err == nil {
		t.Error("a filter that does not know the protocol has not failed")
	}
	git(t, dir, "config", "--unset", "filter.evil.process")
	if err := os.Remove(filepath.Join(dir, "c", "c.txt")); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "checkout", "--force", "HEAD", "--", ".")
	git(t, dir, "config", "filter.evil.process", trap+" process")
	sprung := names(t, marks)
	for _, want := range []string{"trap-fsmonitor", "trap-process", "trap-smudge"} {
		if !slices.Contains(sprung, want) {
			t.Errorf("%s does not run even when it should; those that have run: %q", want, sprung)
		}
	}
	if !slices.ContainsFunc(sprung, func(s string) bool { return strings.HasPrefix(s, "post-index-change") }) {
		t.Errorf("no hook runs even when it should; those that have run: %q", sprung)
	}
	for _, name := range sprung {
		if err := os.Remove(filepath.Join(marks, name)); err != nil {
			t.Fatal(err)
		}
	}

	r := open(t, dir)
	// An object is missing, and the remote from which to fetch it is a program.
	object := filepath.Join(dir, ".git", "objects", blob[:2], blob[2:])
	if err := os.Rename(object, object+".away"); err != nil {
		t.Fatal(err)
	}
	before := hash(t, dir)
	if err := r.Export(t.Context(), head, filepath.Join(realTemp(t), "export")); err == nil {
		t.Error("a file has been exported that is missing")
	}
	if hash(t, dir) != before {
		t.Error("the failed export has changed the repository")
	}
	if err := os.Rename(object+".away", object); err != nil {
		t.Fatal(err)
	}

	before = hash(t, dir)
	if got := mergeBase(t, r, "main"); got.Commit != base {
		t.Errorf("base %+v, want %s", got, base)
	}
	if _, err := r.MergeBase(t.Context(), "origin/none"); err == nil {
		t.Error("a ref that there is not has a merge base")
	}
	if diff := cmp.Diff(want, tree(t, export(t, r, head))); diff != "" {
		t.Errorf("files depend on the configuration (-without +with):\n%s", diff)
	}
	if hash(t, dir) != before {
		t.Error("the repository has changed")
	}
	if got := names(t, marks); len(got) > 0 {
		t.Errorf("programs have run: %q", got)
	}
}

func names(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestBytes checks that files are what the commit has: neither line ends nor keywords
// nor anything else is converted, and nothing is left out.
func TestBytes(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	git(t, dir, "config", "core.autocrlf", "false")
	files := map[string]string{
		"crlf.go":          "package a\r\n",
		"lf.go":            "package a\n",
		"no newline":       "x",
		"empty":            "",
		"binary":           "\x00\x01\xff\n\r\n",
		"id.go":            "// $Id$\n",
		"secret/key.go":    "package secret\n",
		"large":            strings.Repeat("0123456789abcdef\n", 300_000),
		"a/b/c/d/e/f/g.go": "package g\n",
	}
	want := make(map[string]string)
	for name, text := range files {
		want[name] = "false " + text
	}
	write(t, dir, files)
	head := commit(t, dir, "bytes")
	git(t, dir, "config", "core.autocrlf", "true")
	git(t, dir, "config", "core.eol", "crlf")
	write(t, dir, map[string]string{".git/info/attributes": "* ident text\nsecret export-ignore\n"})
	if diff := cmp.Diff(want, tree(t, export(t, open(t, dir), head))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestHostileNames checks names that a shell, a terminal or a program that reads lines would fall for.
func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the file system has no such names")
	}
	t.Parallel()
	dir := repository(t)
	files := map[string]string{
		"-rf.go":                    "1",
		"--end-of-options":          "2",
		"new\nline\t\"tab\".go":     "3",
		"\xff\xfe.go":               "4",
		"-d/\x1b[31m/$(touch x).go": "5",
		"a b/c\\d.go":               "6",
		"...":                       "7",
		".gitx/y":                   "8",
		"x.git/y":                   "9",
		"Case.go":                   "10",
		"case.go":                   "11",
		"a:b":                       "12",
		" ":                         "13",
		"\u202e.go":                 "14",
		strings.Repeat("n", 255):    "15",
	}
	want := make(map[string]string)
	for name, text := range files {
		want[name] = "false " + text
	}
	write(t, dir, files)
	head := commit(t, dir, "names")
	if diff := cmp.Diff(want, tree(t, export(t, open(t, dir), head))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	// The directory itself has such a name.
	for _, sub := range []string{"-d", "new\nline ", "\xff"} {
		inner := filepath.Join(realTemp(t), sub)
		if err := os.Mkdir(inner, 0o755); err != nil {
			t.Fatal(err)
		}
		git(t, inner, "init", "--quiet")
		write(t, inner, map[string]string{filepath.Join(sub, "x.go"): "package x\n"})
		head := commit(t, inner, "x")
		r := open(t, filepath.Join(inner, sub))
		if r.Top() != inner || r.Path() != sub {
			t.Errorf("Top() = %q, Path() = %q; want %q, %q", r.Top(), r.Path(), inner, sub)
		}
		if diff := cmp.Diff(map[string]string{filepath.Join(sub, "x.go"): "false package x\n"}, tree(t, export(t, r, head))); diff != "" {
			t.Errorf("in %q: files (-want +got):\n%s", sub, diff)
		}
	}
}

// object writes an object to a repository, unchecked, and returns its name.
func object(t testing.TB, dir, kind string, content []byte) string {
	t.Helper()
	cmd := exec.Command("git", "hash-object", "-t", kind, "-w", "--stdin", "--literally")
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env(), bytes.NewReader(content)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// makeTree writes a tree with entries "mode name" to objects' names, sorted by name.
func makeTree(t testing.TB, dir string, entries map[string]string) string {
	t.Helper()
	var content []byte
	for _, entry := range slices.SortedFunc(maps.Keys(entries), func(a, b string) int {
		_, a, _ = strings.Cut(a, " ")
		_, b, _ = strings.Cut(b, " ")
		return strings.Compare(a, b)
	}) {
		var id []byte
		if _, err := fmt.Sscanf(entries[entry], "%x", &id); err != nil {
			t.Fatal(err)
		}
		content = append(append(append(content, entry...), 0), id...)
	}
	return object(t, dir, "tree", content)
}

// TestHostileTrees checks trees that no git command would make: names that lead out of the
// directory or into git's own are refused.
func TestHostileTrees(t *testing.T) {
	t.Parallel()
	dir, _, _, _ := fork(t)
	blob := object(t, dir, "blob", []byte("evil\n"))
	inner := makeTree(t, dir, map[string]string{"100644 evil": blob})
	link := object(t, dir, "blob", []byte(".."))
	for name, entries := range map[string]map[string]string{
		"dot dot":       {"40000 ..": inner},
		"dot":           {"40000 .": inner},
		"git":           {"40000 .git": inner},
		"git file":      {"100644 .git": blob},
		"Git":           {"40000 .GiT": inner},
		"git~1":         {"40000 GIT~1": inner},
		"git.":          {"40000 .git. .": inner},
		"git invisible": {"40000 .g\u200cit": inner},
		"inner git":     {"40000 x": makeTree(t, dir, map[string]string{"40000 .git": inner})},
		"git submodule": {"160000 .git": strings.Repeat("1", 40)},
		"slash":         {"100644 ../evil": blob},
		"absolute":      {"100644 /evil": blob},
		"empty":         {"40000 ": inner},
		"git link":      {"120000 .git": link},
	} {
		t.Run(name, func(t *testing.T) {
			commit := git(t, dir, "commit-tree", "-m", "evil", makeTree(t, dir, entries))
			parent := realTemp(t)
			err := open(t, dir).Export(t.Context(), commit, filepath.Join(parent, "in", "export"))
			if err == nil {
				t.Error("no error")
			} else if strings.ContainsAny(err.Error(), "\n\u200c") {
				t.Errorf("the error is not one clean line: %q", err)
			}
			if got := tree(t, parent); len(got) > 1 || len(got) == 1 && got["in/export"] != "directory" {
				t.Errorf("files have been written: %v", got)
			}
		})
	}
	t.Run("through a link", func(t *testing.T) {
		// "d" is a link to the directory above, and a directory with a file.
		commit := git(t, dir, "commit-tree", "-m", "evil", makeTree(t, dir, map[string]string{"120000 d": link, "40000 d": inner}))
		parent := realTemp(t)
		if err := open(t, dir).Export(t.Context(), commit, filepath.Join(parent, "export")); err == nil {
			t.Error("no error")
		}
		if got := names(t, parent); !slices.Equal(got, []string{"export"}) {
			t.Errorf("files have been written outside: %q", got)
		}
	})
	t.Run("no blob", func(t *testing.T) {
		commit := git(t, dir, "commit-tree", "-m", "evil", makeTree(t, dir, map[string]string{"100644 x": inner}))
		if err := open(t, dir).Export(t.Context(), commit, filepath.Join(realTemp(t), "export")); err == nil {
			t.Error("no error")
		}
	})
	t.Run("missing", func(t *testing.T) {
		commit := git(t, dir, "commit-tree", "-m", "evil", makeTree(t, dir, map[string]string{"100644 x": strings.Repeat("12", 20)}))
		err := open(t, dir).Export(t.Context(), commit, filepath.Join(realTemp(t), "export"))
		if err == nil || !strings.Contains(err.Error(), "object 121212121212 is missing") {
			t.Errorf("error %v", err)
		}
	})
}

// TestLinks checks that symbolic links are exported unless they lead out.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("not everybody may make symbolic links")
	}
	t.Parallel()
	dir := repository(t)
	outside := filepath.Join(realTemp(t), "outside")
	write(t, filepath.Dir(outside), map[string]string{"outside": "secret\n"})
	write(t, dir, map[string]string{"a/b/c/file": "file\n"})
	links := map[string]string{
		"file":         "a/b/c/file",
		"dir":          "a/b",
		"a/up":         "../a/b",
		"dangling":     "a/none",
		"chain":        "file",
		"root":         "a/..",
		"OUT absolute": outside,
		"OUT up":       "../../outside",
		"OUT deep":     "a/b/../../../x",
		// Where it leads depends on another link: a/b/c/top is the root.
		"a/b/c/top": "../../..",
		"OUT chain": "a/b/c/top/../x",
		"OUT loop":  "OUT loop",
		"OUT inner": filepath.Join(dir, "a"), // of the repository, not of what is exported
	}
	want := map[string]string{"a/b/c/file": "false file\n"}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(name, "OUT") {
			want[name] = "link " + target
		}
	}
	head := commit(t, dir, "links")
	if diff := cmp.Diff(want, tree(t, export(t, open(t, dir), head))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestExportTo(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	r := open(t, dir)
	full := realTemp(t)
	write(t, full, map[string]string{"x": "x"})
	file := filepath.Join(full, "x")
	for name, test := range map[string]struct{ commit, dir string }{
		"not empty":  {base, full},
		"a file":     {base, file},
		"a ref":      {"main", filepath.Join(realTemp(t), "export")},
		"an option":  {"--help", filepath.Join(realTemp(t), "export")},
		"no object":  {strings.Repeat("12", 20), filepath.Join(realTemp(t), "export")},
		"not a tree": {git(t, dir, "rev-parse", base+":go.mod"), filepath.Join(realTemp(t), "export")},
	} {
		t.Run(name, func(t *testing.T) {
			if err := r.Export(t.Context(), test.commit, test.dir); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v", err)
			}
		})
	}
	if diff := cmp.Diff(map[string]string{"x": "false x"}, tree(t, full)); diff != "" {
		t.Errorf("a directory that is not empty has changed (-want +got):\n%s", diff)
	}
	empty := realTemp(t)
	if err := r.Export(t.Context(), base, empty); err != nil {
		t.Errorf("to an empty directory: %v", err)
	}
	none := git(t, dir, "commit-tree", "-m", "empty", git(t, dir, "mktree", "--missing"))
	if got := tree(t, export(t, r, none)); len(got) > 0 {
		t.Errorf("an empty commit has %v", got)
	}
}

// TestAtOnce exports at once, from the main worktree and from a linked one, while the repository is at work.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	dir, base, main, _ := fork(t)
	for i := range 100 {
		write(t, dir, map[string]string{fmt.Sprintf("p%d/p.go", i): fmt.Sprintf("package p%d\n", i)})
	}
	head := commit(t, dir, "many")
	linked := filepath.Join(realTemp(t), "linked")
	git(t, dir, "worktree", "add", "--quiet", "--detach", linked, main)
	want := make(map[string]map[string]string)
	for _, c := range []string{base, main, head} {
		want[c] = tree(t, export(t, open(t, dir), c))
	}
	shared := open(t, dir)

	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			for _, args := range [][]string{{"commit", "--quiet", "--allow-empty", "-m", "more"}, {"gc", "--quiet"}} {
				if _, err := tryGit(dir, args...); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	var exports sync.WaitGroup
	for i := range 6 {
		exports.Go(func() {
			for c, want := range want {
				r := shared
				if i%3 == 1 {
					r = open(t, linked)
				}
				if diff := cmp.Diff(want, tree(t, export(t, r, c))); diff != "" {
					t.Errorf("files of %s (-want +got):\n%s", c, diff)
				}
			}
		})
	}
	exports.Wait()
	close(stop)
	wg.Wait()
	git(t, dir, "fsck", "--strict")
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	dir, base, _, _ := fork(t)
	unchanged(t, dir)
	r := open(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gitbase.Open(ctx, dir, env()); err != context.Canceled {
		t.Errorf("Open: error %v", err)
	}
	if _, err := r.MergeBase(ctx, "main"); err != context.Canceled {
		t.Errorf("MergeBase: error %v", err)
	}
	if _, err := r.MergeBase(ctx, "none"); err != context.Canceled {
		t.Errorf("MergeBase of an unknown ref: error %v", err)
	}
	if err := r.Export(ctx, base, filepath.Join(realTemp(t), "export")); err != context.Canceled {
		t.Errorf("Export: error %v", err)
	}
}

// TestCancelledExport cancels an export in the middle: it ends soon, and no program stays behind.
func TestCancelledExport(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	for i := range 2000 {
		write(t, dir, map[string]string{fmt.Sprintf("p%d/p.go", i): strings.Repeat(fmt.Sprintf("// %d\n", i), 500)})
	}
	head := commit(t, dir, "many")
	unchanged(t, dir)
	r := open(t, dir)
	to := filepath.Join(realTemp(t), "export")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- r.Export(ctx, head, to) }()
	for {
		if entries, err := os.ReadDir(to); err == nil && len(entries) > 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	start := time.Now()
	if err := <-done; err != context.Canceled {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	if n := len(names(t, to)); n == 2000 {
		t.Error("all files were written")
	}
}
