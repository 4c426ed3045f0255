package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const resultsVersion = 1

// Results are all measurements, as they are kept.
type Results struct {
	Version  int           `json:"version"` // resultsVersion
	Date     string        `json:"date"`    // of the last measurement, in UTC: "2025-12-31"
	Machine  Machine       `json:"machine"`
	Tools    []ToolVersion `json:"tools"`
	Limit    float64       `json:"limit_seconds"` // a command that takes longer is stopped
	Subjects []*Subject    `json:"subjects"`
}

// A Machine is where was measured.
type Machine struct {
	OS     string `json:"os"`
	Arch   string `json:"arch"`
	CPU    string `json:"cpu,omitempty"` // what it calls itself
	Cores  int    `json:"cores"`         // that this program may use
	Memory int    `json:"memory_mib,omitempty"`
	Go     string `json:"go"` // version of the go command
}

// A ToolVersion is which version of a tool was measured.
type ToolVersion struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// A Subject is a module, and what the tools took for it.
type Subject struct {
	Name      string    `json:"name"`
	Generated int       `json:"generated,omitempty"` // number of packages; 0: a repository
	Source    string    `json:"source,omitempty"`    // commit or version of a repository
	Packages  int       `json:"packages"`            // of the module
	Lines     int       `json:"lines"`               // of their Go files, but for tests
	External  int       `json:"external"`            // packages of others that they depend on
	Body      Site      `json:"body_edit"`
	API       Site      `json:"api_edit"`
	Series    []*Series `json:"series"`
}

// A Site is where an edit was made.
type Site struct {
	Package   string `json:"package"`
	Importers int    `json:"importers"` // packages of the module that depend on it
}

// A Series is what one tool took in one scenario, round by round.
type Series struct {
	Scenario string    `json:"scenario"`
	Tool     string    `json:"tool"`
	Seconds  []float64 `json:"seconds"`
	PeakMiB  []float64 `json:"peak_mib"`          // 0 where it is not known
	Outcome  string    `json:"outcome,omitempty"` // why there are not all rounds
}

// The outcomes other than "": all is well.
const (
	timedOut = "timeout" // the command took longer than the limit
	failed   = "failed"  // it ended as if it had not done its work
)

// series returns that of a tool in a scenario; nil if it was not measured.
func (s *Subject) series(scenario, tool string) *Series {
	for _, r := range s.Series {
		if r.Scenario == scenario && r.Tool == tool {
			return r
		}
	}
	return nil
}

// put adds a subject. Of one that is there, as it is now, it replaces what was measured again.
func (r *Results) put(s *Subject) {
	for i, old := range r.Subjects {
		if old.Name != s.Name {
			continue
		}
		r.Subjects[i] = s
		same := *old
		if same.Series = s.Series; !reflect.DeepEqual(&same, s) {
			return
		}
		for _, series := range old.Series {
			if s.series(series.Scenario, series.Tool) == nil {
				s.Series = append(s.Series, series)
			}
		}
		return
	}
	r.Subjects = append(r.Subjects, s)
	slices.SortStableFunc(r.Subjects, func(a, b *Subject) int { return a.Generated - b.Generated }) // repositories first
}

// addTo returns the results in a file under the head of r.
func (r *Results) addTo(file string) (*Results, error) {
	old, err := readResults(file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	tools := slices.Clone(old.Tools)
	for _, t := range r.Tools {
		i := slices.IndexFunc(old.Tools, func(o ToolVersion) bool { return o.Name == t.Name })
		if i < 0 {
			tools = append(tools, t)
		} else if old.Tools[i] != t {
			return nil, fmt.Errorf("%s was measured with %s %s, this is %s: -add would mix them", file, t.Name, old.Tools[i].Version, t.Version)
		}
	}
	if old.Machine != r.Machine || old.Limit != r.Limit {
		return nil, fmt.Errorf("%s was measured on another machine, or with another limit: -add would mix them", file)
	}
	slices.SortFunc(tools, func(a, b ToolVersion) int {
		return cmp.Compare(slices.Index(toolIDs(), a.Name), slices.Index(toolIDs(), b.Name))
	})
	r.Subjects, r.Tools = old.Subjects, tools
	return r, nil
}

// readResults reads a file of results.
//
// Errors:
//   - [fs.ErrNotExist] if there is none
func readResults(file string) (*Results, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	r := new(Results)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("results in %s: %w", file, err)
	}
	if r.Version != resultsVersion {
		return nil, fmt.Errorf("results in %s are of version %d, not %d", file, r.Version, resultsVersion)
	}
	return r, nil
}

// innermost matches arrays of numbers.
var innermost = regexp.MustCompile(`\[[\s\d.,]*\]`)

// encode returns the text of a file of results, with a line for each array of numbers.
func (r *Results) encode() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	text = innermost.ReplaceAllFunc(text, func(array []byte) []byte {
		return []byte(strings.ReplaceAll(strings.Join(strings.Fields(string(array)), ""), ",", ", "))
	})
	return append(text, '\n'), nil
}

func (r *Results) write(file string) error {
	text, err := r.encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// add adds a measurement.
func (s *Series) add(m measurement) {
	if m.outcome != "" {
		s.Outcome = m.outcome
		return
	}
	s.Seconds = append(s.Seconds, math.Round(m.seconds*1000)/1000)
	s.PeakMiB = append(s.PeakMiB, math.Round(m.peak/(1<<20)*10)/10)
}

// thisMachine returns what is known of the machine.
func thisMachine(ctx context.Context) (Machine, error) {
	goVersion, err := output(exec.CommandContext(ctx, "go", "env", "GOVERSION"))
	if err != nil {
		return Machine{}, err
	}
	m := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), Go: strings.TrimSpace(string(goVersion))}
	m.CPU = procField("/proc/cpuinfo", "model name")
	kib, _, _ := strings.Cut(procField("/proc/meminfo", "MemTotal"), " ")
	if n, err := strconv.Atoi(kib); err == nil {
		m.Memory = n / 1024
	}
	return m, nil
}

// procField returns the first value of a key in a file of lines "key : value"; "" if there is none.
func procField(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
