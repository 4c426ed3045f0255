package mapped

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/errlint/errlint/internal/errflow"
)

// module is the path of the examples' module.
const module = "github.com/errlint/errlint/examples/spec"

// An arrival is an error that may come to a mapping, with the codes of its reply, as TestPredictions of passes/errmap writes it.
type arrival struct {
	Package   string
	Mapping   string
	Error     errflow.Atom
	Codes     []string // sorted
	From      place
	Otherwise []string // the codes of an error that the mapping has no case for
}

// A place is where an error comes from: where it is made or, if a function of another module returns it, where that is called.
type place struct {
	File   string
	Offset int
	Callee string // of a function that is called there, and returns it
}

// predictions returns the arrivals at all mappings of the examples, each once, in a fixed order.
func predictions(t *testing.T) []arrival {
	t.Helper()
	file := filepath.Join(t.TempDir(), "predictions.json")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-run=^TestPredictions$", "./passes/errmap", "-predictions="+file)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the predictions: %v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []arrival
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b arrival) int {
		return strings.Compare(a.key(), b.key())
	})
	return slices.CompactFunc(all, func(a, b arrival) bool { return a.key() == b.key() })
}

// server returns the example that the mapping is in.
func (a arrival) server() string {
	server, _, _ := strings.Cut(strings.TrimPrefix(a.Package, module+"/"), "/")
	return server
}

// key tells arrivals apart: several calls may hand one error to a mapping.
func (a arrival) key() string {
	return a.server() + " " + a.Mapping + " " + a.From.String() + " " + a.Error.String()
}

func (p place) String() string { return fmt.Sprintf("%s#%d", p.File, p.Offset) }
