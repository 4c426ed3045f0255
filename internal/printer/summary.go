package printer

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/errlint/errlint/internal/finding"
)

// Summary writes a report as a page of Markdown, for people who decide whether
// to look closer: how many findings there are by rule and by package, the first
// of them, and what there is to know of the run. It stays small, however large the
// report: GitHub shows no job summary of more than 1 MiB.
//
// What comes from the repository is in code spans, in which nothing has a meaning.
type Summary struct {
	Root string // file names are relative to it; "": absolute
}

// How many a summary has of each, and how long text may be, in characters.
const (
	maxSummaryPackages = 25
	maxSummaryItems    = 25
	maxSummaryText     = 300
)

// Print implements [Printer].
func (s Summary) Print(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	suppressed := 0
	for _, h := range r.Hidden {
		if h.Suppressed() {
			suppressed++
		}
	}

	b.WriteString("## errlint\n\n")
	noun := "finding"
	if r.Compared {
		noun = "new finding"
	}
	found := Count(len(r.Findings), noun)
	if len(r.Findings) == 0 {
		found = "N" + found[1:] // the sentence begins with "no"
	}
	fmt.Fprintf(b, "**%s** in %s", found, Count(r.Packages, "package"))
	if r.Compared {
		fmt.Fprintf(b, "; %d gone, %d remaining", len(r.Gone), len(r.Hidden)-suppressed)
	}
	if suppressed > 0 {
		fmt.Fprintf(b, "; %d suppressed", suppressed)
	}
	if n := len(r.Problems); n > 0 {
		fmt.Fprintf(b, "; **%s**", Count(n, "problem"))
	}
	b.WriteString(".\n")

	s.byRule(b, r)
	s.byPackage(b, r)
	title := "Findings"
	if r.Compared {
		title = "New findings"
	}
	s.list(b, title, len(r.Findings), func(i int) string { return s.finding(r.Findings[i]) })
	s.list(b, "Gone", len(r.Gone), func(i int) string { return s.finding(r.Gone[i]) })
	s.list(b, "Problems", len(r.Problems), func(i int) string { return code(cut(Problem(s.Root, r.Problems[i]))) })
	s.list(b, "Notes", len(r.Notes), func(i int) string { return code(cut(Clean(r.Notes[i]))) })
	return b.Flush()
}

// A tally is how many findings there are, and what has become of them.
type tally struct{ fresh, gone, remaining, suppressed int }

func (t tally) total() int { return t.fresh + t.gone + t.remaining + t.suppressed }

// columns returns the numbers in the order of [tallyHeads].
func (t tally) columns(compared bool) []int {
	if compared {
		return []int{t.fresh, t.gone, t.remaining, t.suppressed}
	}
	return []int{t.fresh, t.suppressed}
}

func tallyHeads(compared bool) []string {
	if compared {
		return []string{"new", "gone", "remaining", "suppressed"}
	}
	return []string{"findings", "suppressed"}
}

// tallies counts the findings of a report by a key.
func tallies(r Report, key func(finding.Finding) string) map[string]*tally {
	out := make(map[string]*tally)
	at := func(f finding.Finding) *tally {
		t := out[key(f)]
		if t == nil {
			t = new(tally)
			out[key(f)] = t
		}
		return t
	}
	for _, f := range r.Findings {
		at(f).fresh++
	}
	for _, h := range r.Hidden {
		if h.Suppressed() {
			at(h.Finding).suppressed++
		} else {
			at(h.Finding).remaining++
		}
	}
	for _, f := range r.Gone {
		at(f).gone++
	}
	return out
}

// byRule writes a table with a row for each rule that ran.
func (s Summary) byRule(b *bufio.Writer, r Report) {
	counts := tallies(r, func(f finding.Finding) string { return f.Rule })
	var names []string
	for _, rule := range r.Rules {
		if !slices.Contains(names, rule.Name) {
			names = append(names, rule.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	b.WriteString("\n### By rule\n\n")
	heads := tallyHeads(r.Compared)
	fmt.Fprintf(b, "| rule | %s |\n| --- |%s\n", strings.Join(heads, " | "), strings.Repeat(" ---: |", len(heads)))
	for _, name := range names {
		row(b, name, cmp.Or(counts[name], &tally{}).columns(r.Compared))
	}
}

// byPackage writes a table with a row for each package that has findings which
// count, or are gone, those with the most first, and a column for each rule.
func (s Summary) byPackage(b *bufio.Writer, r Report) {
	byRule := make(map[string]map[string]int) // of the findings that count
	for _, f := range r.Findings {
		if byRule[f.Package] == nil {
			byRule[f.Package] = make(map[string]int)
		}
		byRule[f.Package][f.Rule]++
	}
	counts := tallies(r, func(f finding.Finding) string { return f.Package })
	if len(counts) == 0 {
		return
	}
	// The rules that have findings which count, in the order of the suite.
	var rules []string
	for _, m := range byRule {
		for name := range m {
			if !slices.Contains(rules, name) {
				rules = append(rules, name)
			}
		}
	}
	order := make(map[string]int)
	for i, rule := range r.Rules {
		order[rule.Name] = i + 1
	}
	slices.SortFunc(rules, func(a, b string) int {
		return cmp.Or(cmp.Compare(cmp.Or(order[a], len(order)+1), cmp.Or(order[b], len(order)+1)), cmp.Compare(a, b))
	})
	packages := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(
			cmp.Compare(counts[b].fresh, counts[a].fresh),
			cmp.Compare(counts[b].total(), counts[a].total()),
			cmp.Compare(a, b))
	})

	b.WriteString("\n### By package\n\n| package |")
	for _, name := range rules {
		fmt.Fprintf(b, " %s |", tableCell(name))
	}
	heads := tallyHeads(r.Compared)
	fmt.Fprintf(b, " %s |\n| --- |%s\n", strings.Join(heads, " | "), strings.Repeat(" ---: |", len(rules)+len(heads)))
	for i, pkg := range packages {
		if i == maxSummaryPackages {
			fmt.Fprintf(b, "\nand %s\n", Count(len(packages)-i, "more package"))
			break
		}
		var numbers []int
		for _, name := range rules {
			numbers = append(numbers, byRule[pkg][name])
		}
		row(b, pkg, append(numbers, counts[pkg].columns(r.Compared)...))
	}
}

// list writes a section with the first of n items; nothing if there are none.
func (s Summary) list(b *bufio.Writer, title string, n int, item func(int) string) {
	if n == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", title)
	for i := range n {
		if i == maxSummaryItems {
			fmt.Fprintf(b, "- and %d more\n", n-i)
			break
		}
		fmt.Fprintf(b, "- %s\n", item(i))
	}
}

func (s Summary) finding(f finding.Finding) string {
	return code(cut(place(s.Root, f.Pos))) + ": " + code(cut(Clean(f.Message))) + " (" + code(cut(Clean(f.ID()))) + ")"
}

// row writes a row of a table. A zero is shown as nothing.
func row(b *bufio.Writer, name string, numbers []int) {
	fmt.Fprintf(b, "| %s |", tableCell(name))
	for _, n := range numbers {
		if n == 0 {
			b.WriteString("  |")
		} else {
			fmt.Fprintf(b, " %d |", n)
		}
	}
	b.WriteString("\n")
}

// tableCell returns text as a code span in a table, where a vertical bar ends the
// cell even there.
func tableCell(text string) string {
	return code(strings.ReplaceAll(cut(Clean(text)), "|", `\x7c`))
}

// code returns clean text as a code span of Markdown: between more backticks
// than there are in a row in the text.
func code(text string) string {
	if strings.TrimSpace(text) == "" {
		return "(none)"
	}
	longest, run := 0, 0
	for _, r := range text {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = " " + text + " " // one space at either end is not shown
	}
	return fence + text + fence
}

// cut returns clean text, cut if it is too long.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= maxSummaryText {
		return text
	}
	return string([]rune(text)[:maxSummaryText]) + "…"
}

// Count returns "no findings", "1 finding", "2 findings".
func Count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
