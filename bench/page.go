package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/errlint/errlint/bench/internal/plot"
)

// Parts of pages are made from the results. Each is between two comments
//
//	<!-- measured: NAME -->
//	<!-- end -->
//
// on one of the pages, and the rest is written by people.
const (
	partBegin = "<!-- measured: %s -->\n"
	partEnd   = "<!-- end -->\n"
)

// errPage is that of pages that the parts cannot be put in.
var errPage = errors.New("the pages do not have one place for it")

// renderFiles writes the parts of the pages, and their figures, from a file of results.
//
// Errors:
//   - [errPage] if the pages have no place for a part, or more than one
func renderFiles(resultsFile string, pageFiles []string, figureDir string) error {
	r, err := readResults(resultsFile)
	if err != nil {
		return err
	}
	var pages [][]byte
	for _, name := range pageFiles {
		page, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("render: %w", err)
		}
		pages = append(pages, page)
	}
	pages, figures, err := r.render(pages...)
	if err != nil {
		return err
	}
	for i, name := range pageFiles {
		if err := os.WriteFile(name, pages[i], 0o666); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	stale, err := filepath.Glob(filepath.Join(figureDir, "*.svg"))
	if err != nil {
		return fmt.Errorf("render: %w", err)
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	for _, f := range figures {
		if err := os.WriteFile(filepath.Join(figureDir, f.name), f.SVG(), 0o666); err != nil {
			return fmt.Errorf("render: %w", err)
		}
	}
	return nil
}

// render returns the pages with their parts replaced, and the figures.
//
// Errors:
//   - [errPage] if the pages have no place for a part, or more than one
func (r *Results) render(pages ...[]byte) ([][]byte, []figure, error) {
	figures := r.figures()
	parts := []struct{ name, text string }{
		{"setting", r.setting()},
		{"ratios", r.ratios()},
		{"figures", figureLinks(figures)},
		{"cost", r.cost()},
		{"all", r.tables()},
	}
	out := make([][]byte, len(pages))
	for i, page := range pages {
		out[i] = bytes.ReplaceAll(page, []byte("\r\n"), []byte("\n"))
	}
	for _, part := range parts {
		begin := fmt.Sprintf(partBegin, part.name)
		places := 0
		for i, page := range out {
			before, rest, ok := bytes.Cut(page, []byte(begin))
			_, after, closed := bytes.Cut(rest, []byte(partEnd))
			if !ok || !closed {
				continue
			}
			places += 1 + bytes.Count(after, []byte(begin))
			out[i] = slices.Concat(before, []byte(begin), []byte("\n"+strings.TrimSpace(part.text)+"\n\n"), []byte(partEnd), after)
		}
		if places != 1 {
			return nil, nil, fmt.Errorf("part %s: %w", part.name, errPage)
		}
	}
	return out, figures, nil
}

// scenariosMeasured returns the scenarios that any subject was measured in.
func (r *Results) scenariosMeasured() []scenario {
	return slices.DeleteFunc(slices.Clone(allScenarios), func(sc scenario) bool {
		return !slices.ContainsFunc(r.Subjects, func(s *Subject) bool { return s.measuredIn(sc) })
	})
}

func (s *Subject) measuredIn(sc scenario) bool {
	return slices.ContainsFunc(s.Series, func(x *Series) bool { return x.Scenario == sc.id })
}

// setting says how the measurements came about.
func (r *Results) setting() string {
	var w strings.Builder
	m := r.Machine
	fmt.Fprintf(&w, "Measured on %s on %s/%s, %s", r.Date, m.OS, m.Arch, count(m.Cores, "core"))
	if m.CPU != "" {
		fmt.Fprintf(&w, " of %s", m.CPU)
	}
	if m.Memory > 0 {
		fmt.Fprintf(&w, ", %.0f GiB", float64(m.Memory)/1024)
	}
	fmt.Fprintf(&w, ", with %s.\n\n| tool | version |\n|---|---|\n", m.Go)
	for _, t := range r.Tools {
		fmt.Fprintf(&w, "| %s | %s |\n", label(t.Name), t.Version)
	}
	w.WriteString("\n| subject | source | packages | lines | packages of others | body edit in | API edit in |\n|---|---|--:|--:|--:|---|---|\n")
	site := func(s Site) string { return fmt.Sprintf("`%s`, below %d", shortPath(s.Package), s.Importers) }
	for _, s := range r.Subjects {
		source := "generated"
		if s.Generated == 0 {
			source = s.Source
			if len(source) == 40 {
				source = source[:8]
			}
		}
		fmt.Fprintf(&w, "| %s | %s | %s | %s | %s | %s | %s |\n", s.Name, source, thousands(s.Packages), thousands(s.Lines), thousands(s.External), site(s.Body), site(s.API))
	}
	low, high := r.rounds()
	fmt.Fprintf(&w, "\n%s", count(high, "round"))
	if low < high {
		fmt.Fprintf(&w, ", of some subjects %d", low)
	}
	fmt.Fprintf(&w, "; a command that takes longer than %s is stopped.\n", duration(r.Limit))
	return w.String()
}

// rounds returns the smallest and the largest number of rounds of series that are whole.
func (r *Results) rounds() (low, high int) {
	low = math.MaxInt
	for _, s := range r.Subjects {
		for _, x := range s.Series {
			if x.Outcome == "" {
				low, high = min(low, len(x.Seconds)), max(high, len(x.Seconds))
			}
		}
	}
	return min(low, high), high
}

// shortPath returns an import path without its host and owner.
func shortPath(p string) string {
	parts := strings.Split(p, "/")
	if strings.Contains(parts[0], ".") && len(parts) > 1 {
		parts = parts[1:]
		if len(parts) > 2 {
			parts = parts[1:]
		}
	}
	return strings.Join(parts, "/")
}

// An aim is what errlint is to reach in a scenario.
type aim struct {
	head     string // of the column
	scenario string
	against  string  // tool; empty: the fastest of the peers
	memory   bool    // not time
	times    bool    // the figure is how many times as much the other takes; else what part of the other's errlint takes
	bound    float64 // at least, with times; else at most
}

var aims = []aim{
	{"fresh machine: times faster", "fresh", "golangci-lint", false, true, 10},
	{"cold: times faster", "cold", "golangci-lint", false, true, 6},
	{"cold: part of its memory", "cold", "golangci-lint", true, false, 0.5},
	{"body edit: times faster", "body", "golangci-lint", false, true, 4},
	{"API edit: times faster", "api", "golangci-lint", false, true, 8},
	{"nothing changed: times `go list`", "same", "list", false, false, 1.3},
	{"nothing changed: times the floor", "same", "floor", false, false, 2},
	{"nothing changed: times faster than the fastest other", "same", "", false, true, 1},
}

// other returns what errlint is compared with for a subject; nil if it was not measured.
func (a aim) other(s *Subject) *Series {
	if a.against != "" {
		return s.series(a.scenario, a.against)
	}
	var fastest *Series
	for _, t := range allTools {
		x := s.series(a.scenario, t.id)
		if !t.peer || x == nil || x.Outcome != "" || len(x.Seconds) == 0 {
			continue
		}
		if fastest == nil || spreadOf(x.Seconds).mid < spreadOf(fastest.Seconds).mid {
			fastest = x
		}
	}
	return fastest
}

// cell returns the figure for a subject, and whether it falls short of the aim.
func (r *Results) cell(a aim, s *Subject) (text string, short bool) {
	ours, other := s.series(a.scenario, "errlint"), a.other(s)
	switch {
	case ours == nil || other == nil:
		return "–", false
	case ours.Outcome == timedOut:
		return "errlint stopped", true
	case ours.Outcome != "":
		return "errlint failed", true
	case other.Outcome == timedOut && a.times && !a.memory && len(ours.Seconds) > 0:
		return "over " + digits(math.Floor(r.Limit/spreadOf(ours.Seconds).mid)), false
	case other.Outcome != "":
		return "–", false
	}
	over, under := ours.Seconds, other.Seconds
	if a.memory {
		over, under = ours.PeakMiB, other.PeakMiB
	}
	if a.times {
		over, under = under, over
	}
	ratio, ok := ratioOf(over, under)
	if !ok {
		return "–", false
	}
	short = ratio.mid > a.bound
	if a.times {
		short = ratio.mid < a.bound
	}
	text = digits(ratio.mid)
	if len(over) > 1 && len(under) > 1 {
		text += fmt.Sprintf(" (%s–%s)", digits(ratio.low), digits(ratio.high))
	}
	return text, short
}

// ratios returns the table of how errlint compares.
func (r *Results) ratios() string {
	var w strings.Builder
	w.WriteString("| |")
	for _, a := range aims {
		w.WriteString(" " + a.head + " |")
	}
	w.WriteString("\n|---|" + strings.Repeat("--:|", len(aims)) + "\n| *aim* |")
	for _, a := range aims {
		least := "≤"
		if a.times {
			least = "≥"
		}
		fmt.Fprintf(&w, " *%s %s* |", least, digits(a.bound))
	}
	w.WriteString("\n")
	missed := false
	for _, s := range r.Subjects {
		fmt.Fprintf(&w, "| %s |", s.Name)
		for _, a := range aims {
			text, short := r.cell(a, s)
			if short {
				text += " ✗"
				missed = true
			}
			fmt.Fprintf(&w, " %s |", text)
		}
		w.WriteString("\n")
	}
	if missed {
		w.WriteString("\n✗ marks what falls short of the aim.\n")
	}
	return w.String()
}

// tables returns all measurements.
func (r *Results) tables() string {
	var w strings.Builder
	for _, s := range r.Subjects {
		fmt.Fprintf(&w, "### %s\n\n| |", s.Name)
		var tools []string
		for _, t := range r.Tools {
			if slices.ContainsFunc(s.Series, func(x *Series) bool { return x.Tool == t.Name }) {
				tools = append(tools, t.Name)
				fmt.Fprintf(&w, " %s |", label(t.Name))
			}
		}
		w.WriteString("\n|---|" + strings.Repeat("--:|", len(tools)) + "\n")
		for _, sc := range allScenarios {
			if !s.measuredIn(sc) {
				continue
			}
			fmt.Fprintf(&w, "| %s |", sc.label)
			for _, tool := range tools {
				fmt.Fprintf(&w, " %s |", r.measured(s.series(sc.id, tool)))
			}
			w.WriteString("\n")
		}
		w.WriteString("\n")
	}
	return w.String()
}

// measured returns time and memory.
func (r *Results) measured(x *Series) string {
	switch {
	case x == nil:
		return "–"
	case x.Outcome == timedOut:
		return "over " + duration(r.Limit)
	case x.Outcome != "":
		return x.Outcome
	case len(x.Seconds) == 0:
		return "–"
	}
	t := spreadOf(x.Seconds)
	text := fmt.Sprintf("%s s", digits(t.mid))
	if len(x.Seconds) > 1 {
		text += fmt.Sprintf(" (%s–%s)", digits(t.low), digits(t.high))
	}
	if m := spreadOf(x.PeakMiB).mid; m > 0 {
		text += fmt.Sprintf(", %.0f MiB", m)
	}
	return text
}

// generated returns the generated subjects for which a tool has all rounds of a scenario, by size.
func (r *Results) generated(scenario, tool string) []*Subject {
	var list []*Subject
	for _, s := range r.Subjects {
		if x := s.series(scenario, tool); s.Generated > 0 && x != nil && x.Outcome == "" && len(x.Seconds) > 0 {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *Subject) int { return a.Generated - b.Generated })
	return list
}

// cost returns the table of what a package costs.
func (r *Results) cost() string {
	var w strings.Builder
	w.WriteString("| | packages | ms for a package more | KiB for a package more | time grows as | memory grows as | golangci-lint: ms for a package more |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, sc := range r.scenariosMeasured() {
		ours := r.generated(sc.id, "errlint")
		if len(ours) < 2 {
			continue
		}
		first, last := ours[0], ours[len(ours)-1]
		step := float64(last.Generated - first.Generated)
		seconds := func(s *Subject, tool string) float64 { return spreadOf(s.series(sc.id, tool).Seconds).mid }
		peak := func(s *Subject) float64 { return spreadOf(s.series(sc.id, "errlint").PeakMiB).mid }
		fmt.Fprintf(&w, "| %s | %s–%s | %s |", sc.label, thousands(first.Generated), thousands(last.Generated),
			signed((seconds(last, "errlint")-seconds(first, "errlint"))/step*1000))
		if peak(first) > 0 {
			fmt.Fprintf(&w, " %s |", signed((peak(last)-peak(first))/step*1024))
		} else {
			w.WriteString(" – |")
		}
		// Small modules are all fixed cost, and say nothing of growth.
		large := slices.DeleteFunc(slices.Clone(ours), func(s *Subject) bool { return s.Generated < 100 })
		if len(large) >= 2 {
			a, b := large[0], large[len(large)-1]
			fmt.Fprintf(&w, " n^%.2f |", exponent(float64(a.Generated), seconds(a, "errlint"), float64(b.Generated), seconds(b, "errlint")))
			if peak(a) > 0 && peak(b) > 0 {
				fmt.Fprintf(&w, " n^%.2f |", exponent(float64(a.Generated), peak(a), float64(b.Generated), peak(b)))
			} else {
				w.WriteString(" – |")
			}
		} else {
			w.WriteString(" – | – |")
		}
		if peers := r.generated(sc.id, "golangci-lint"); len(peers) >= 2 {
			a, b := peers[0], peers[len(peers)-1]
			fmt.Fprintf(&w, " %s |\n", signed((seconds(b, "golangci-lint")-seconds(a, "golangci-lint"))/float64(b.Generated-a.Generated)*1000))
		} else {
			w.WriteString(" – |\n")
		}
	}
	return w.String()
}

// signed returns a difference; what is less than nothing is noise.
func signed(v float64) string {
	if v <= 0 {
		return "0"
	}
	return digits(v)
}

// A figure is a plot of the page, in a file of its own.
type figure struct {
	name string
	plot.Figure
}

// figures returns the plots of time in each scenario, and of memory where most and where least is done. They need
// two sizes at least.
func (r *Results) figures() []figure {
	var figures []figure
	for _, sc := range r.scenariosMeasured() {
		time := figure{"time-" + sc.id + ".svg", plot.Figure{Title: "Time, " + sc.label, X: "packages", Y: "seconds"}}
		memory := figure{"memory-" + sc.id + ".svg", plot.Figure{Title: "Peak memory, " + sc.label, X: "packages", Y: "MiB"}}
		sizes := 0
		for _, t := range r.Tools {
			times := plot.Series{Name: label(t.Name), Strong: t.Name == "errlint", Dashed: t.Name == "list"}
			peaks := times
			list := r.generated(sc.id, t.Name)
			sizes = max(sizes, len(list))
			for _, s := range list {
				x := s.series(sc.id, t.Name)
				seconds, peak := spreadOf(x.Seconds), spreadOf(x.PeakMiB)
				times.Points = append(times.Points, plot.Point{X: float64(s.Generated), Y: seconds.mid, Low: seconds.low, High: seconds.high})
				peaks.Points = append(peaks.Points, plot.Point{X: float64(s.Generated), Y: peak.mid, Low: peak.low, High: peak.high})
			}
			if len(list) > 0 {
				time.Series = append(time.Series, times)
				memory.Series = append(memory.Series, peaks)
			}
		}
		if sizes < 2 {
			continue
		}
		figures = append(figures, time)
		if sc.id == "cold" || sc.id == "same" {
			figures = append(figures, memory)
		}
	}
	return figures
}

func figureLinks(figures []figure) string {
	var w strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&w, "![%s against the number of packages](%s)\n\n", f.Title, path.Join(path.Base(figureDir), f.name))
	}
	if len(figures) == 0 {
		return "Fewer than two sizes were measured."
	}
	return w.String()
}

// digits returns a number with about three digits.
func digits(v float64) string {
	places := 2
	switch {
	case v >= 99.5:
		return thousands(int(math.Round(v)))
	case v >= 9.95:
		places = 1
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count returns "1 core" or "2 cores".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// duration returns a time in minutes, or in seconds if it is none.
func duration(seconds float64) string {
	if seconds >= 60 && math.Mod(seconds, 60) == 0 {
		return count(int(seconds/60), "minute")
	}
	return digits(seconds) + " s"
}
