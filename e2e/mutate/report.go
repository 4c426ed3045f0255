package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A tally is what became of the mutations of one kind.
type tally struct{ tried, exempt, broken, found, missed int }

func (t tally) share() float64 {
	if t.found+t.missed == 0 {
		return 1
	}
	return float64(t.found) / float64(t.found+t.missed)
}

func (t tally) add(u tally) tally {
	return tally{t.tried + u.tried, t.exempt + u.exempt, t.broken + u.broken, t.found + u.found, t.missed + u.missed}
}

// tally counts the mutations of a kind. What is exempt is not counted as found or missed, whether it was found or not.
func (r *Result) tally(k kind) tally {
	var t tally
	for _, m := range r.Tried {
		if m.kind != k {
			continue
		}
		t.tried++
		_, broken := r.Broken[m]
		switch {
		case broken:
			t.broken++
		case m.exempt != "":
			t.exempt++
		case k == handled && len(r.Alarms[m]) > 0 || k != handled && !r.Found[m]:
			t.missed++
		default:
			t.found++
		}
	}
	return t
}

// report writes tables in Markdown: of each kind, of what is exempt and why, of misses by shape, and of alarms.
// examples is the most of each shape that are shown, 0 for all.
func report(w io.Writer, results []*Result, examples int) {
	fmt.Fprintln(w, "| module | mutation | tried | exempt | does not compile | found | missed | share |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	row := func(name, what string, t tally) {
		if t.tried > 0 {
			fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d | %d | %.1f %% |\n", name, what, t.tried, t.exempt, t.broken, t.found, t.missed, 100*t.share())
		}
	}
	for _, f := range faults {
		var all tally
		for _, r := range results {
			t := r.tally(f.kind)
			row(r.Name, f.what, t)
			all = all.add(t)
		}
		row("**all**", f.what, all)
	}
	fmt.Fprintln(w, "\n| module | no faults | does not compile | silent | false alarms |")
	fmt.Fprintln(w, "|---|---|---|---|---|")
	var all tally
	for _, r := range results {
		t := r.tally(handled)
		all = all.add(t)
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d |\n", r.Name, t.tried, t.broken, t.found, t.missed)
	}
	fmt.Fprintf(w, "| **all** | %d | %d | %d | %d |\n", all.tried, all.broken, all.found, all.missed)

	for _, r := range results {
		for _, p := range r.Problems {
			fmt.Fprintf(w, "\nLeft out: package %s of %s, which errlint cannot check: %s\n", p.Package, r.Name, p.Message)
		}
	}

	for _, f := range faults {
		// Exempt ones that are found all the same are shown, so that reasons do not hide what the rule does.
		type count struct{ n, found int }
		reasons := make(map[string]count)
		shapes := make(map[string][]string)
		for _, r := range results {
			for _, m := range r.Tried {
				if _, broken := r.Broken[m]; broken || m.kind != f.kind {
					continue
				}
				switch {
				case m.exempt != "":
					c := reasons[m.exempt]
					c.n++
					if r.Found[m] {
						c.found++
					}
					reasons[m.exempt] = c
				case !r.Found[m]:
					shapes[m.shape] = append(shapes[m.shape], fmt.Sprintf("%s %s:%d: %s", r.Name, m.where(), m.pos.Line, m.source))
				}
			}
		}
		if len(reasons)+len(shapes) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n## %s\n", f.what)
		if len(reasons) > 0 {
			fmt.Fprintln(w, "\nExempt:")
		}
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(w, "- %d, %d of them found: %s\n", reasons[reason].n, reasons[reason].found, reason)
		}
		if len(shapes) > 0 {
			fmt.Fprintln(w, "\nMissed:")
		}
		for _, shape := range byCount(shapes) {
			fmt.Fprintf(w, "- %d: %s\n", len(shapes[shape]), shape)
			for i, text := range shapes[shape] {
				if examples > 0 && i == examples {
					break
				}
				fmt.Fprintf(w, "  - %s\n", text)
			}
		}
	}
	if all.missed > 0 {
		fmt.Fprintln(w, "\n## False alarms")
	}
	for _, r := range results {
		for _, m := range r.Tried {
			for _, f := range r.Alarms[m] {
				fmt.Fprintf(w, "- %s\n  - %s %s:%d: %s\n  - %s:%d: %s (%s/%s)\n", m.name, r.Name, m.where(), m.pos.Line, m.source,
					f.Location.File, f.Location.Start.Line, f.Message, f.Rule, f.Category)
			}
		}
	}
	broken := make(map[string][]string)
	for _, r := range results {
		for _, m := range r.Tried {
			if msg, ok := r.Broken[m]; ok {
				what := string(m.kind)
				if m.name != "" {
					what += ", " + m.name
				}
				broken[what] = append(broken[what], fmt.Sprintf("%s %s:%d: %s", r.Name, m.where(), m.pos.Line, msg))
			}
		}
	}
	if len(broken) > 0 {
		fmt.Fprintln(w, "\n## Do not compile")
	}
	for _, what := range byCount(broken) {
		fmt.Fprintf(w, "- %d: %s\n", len(broken[what]), what)
		for i, text := range broken[what] {
			if examples > 0 && i == examples {
				break
			}
			fmt.Fprintf(w, "  - %s\n", text)
		}
	}
}

// where is the file in its module.
func (m *mutation) where() string {
	_, rel, ok := strings.Cut(filepath.ToSlash(m.file), "/module/")
	if !ok {
		return m.file
	}
	return rel
}

func byCount(m map[string][]string) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(-cmp.Compare(len(m[a]), len(m[b])), cmp.Compare(a, b))
	})
}
