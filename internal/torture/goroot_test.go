//go:build unix

package torture

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	part = flag.Int("torture.part", 50, "run errlint on one `in` so many programs of GOROOT/test; 1: all")
	std  = flag.Bool("torture.std", false, "run errlint on the standard library and on the commands of the Go distribution")
)

// goroot returns the root of the Go distribution.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// usesC matches a file that cgo would have to run for.
var usesC = regexp.MustCompile(`(?m)^import\s+"C"|^\s+"C"$`)

// TestGoPrograms runs errlint on the programs by which the Go compiler is tested, each file as a package of
// its own. Where a distribution lacks them, files of the standard library stand in. Many do not compile, as they should not;
// of these errlint says so and no more.
func TestGoPrograms(t *testing.T) {
	t.Parallel()
	root := filepath.Join(goroot(t), "test")
	if _, err := os.Stat(root); err != nil {
		root = filepath.Join(goroot(t), "src")
	}
	var ps []program
	n := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		if n++; n%*part != 0 {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if usesC.Match(text) || bytes.Contains(text, []byte("//go:embed")) {
			return nil
		}
		ps = append(ps, program{fmt.Sprintf("go%d", n), map[string]string{"p.go": string(text)}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := run(t.Context(), childAll, writeModule(t, ps...), limits{10 * time.Minute, 1 << 30}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	faults(t, c)
	t.Logf("%d of %d programs type-check: %v of processor time, %d MiB, %d findings", c.Checked, len(ps), c.CPU, c.Peak>>20, c.Findings)
	if c.Checked < len(ps)/3 {
		t.Errorf("only %d of %d programs were checked", c.Checked, len(ps))
	}
}

// TestStandardLibrary runs errlint on all of the Go distribution that is no test.
func TestStandardLibrary(t *testing.T) {
	if !*std {
		t.Skip("only with -torture.std")
	}
	src := filepath.Join(goroot(t), "src")
	for _, test := range []struct {
		dir, pattern string
		memory       uint64
	}{
		{src, "std", 1 << 30},
		// The types and the SSA form of cmd/compile/internal/ssa alone, with its generated rules, take 1 GiB.
		{filepath.Join(src, "cmd"), "cmd/...", 2 << 30},
	} {
		c, err := run(t.Context(), childAll, test.dir, limits{15 * time.Minute, test.memory}, test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		faults(t, c)
		t.Logf("%s: %d packages, %v of processor time, %d MiB, %d findings", test.pattern, c.Checked, c.CPU, c.Peak>>20, c.Findings)
		if c.Checked < 100 {
			t.Errorf("%s: only %d packages were checked: %.10s", test.pattern, c.Checked, c.Problems)
		}
	}
}

// faults reports what went wrong in an analyzer, not in the program.
func faults(t *testing.T, c *cost) {
	t.Helper()
	for _, p := range c.Problems {
		if strings.Contains(p, "analyzer ") {
			t.Error(p)
		}
	}
}
