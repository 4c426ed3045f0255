package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// A kind is what a mutation does.
type kind string

const (
	verb     kind = "verb"     // %w becomes %v
	operand  kind = "operand"  // %w goes, and its operand
	fresh    kind = "fresh"    // an error that is returned as it came becomes a new one
	sentinel kind = "sentinel" // it becomes a package-level one that has nothing to do with it
	raise    kind = "raise"    // a new sentinel leaves an exported function, around the error
	unlist   kind = "unlist"   // an error that is returned goes from the doc comment
	handled  kind = "handled"  // no fault
)

// faults are the kinds that must be found, each with the rule that must find it.
var faults = []struct {
	kind kind
	rule string
	what string
}{
	{verb, "wrapcause", "`%w` becomes `%v`"},
	{operand, "wrapcause", "`%w` and its operand removed"},
	{fresh, "wrapcause", "`return err` becomes a new error"},
	{sentinel, "wrapcause", "`return err` becomes a sentinel"},
	{raise, "raisesdoc", "a new sentinel leaves"},
	{unlist, "raisesdoc", "a name goes from the doc comment"},
}

// ruleOf returns the rule that finds faults of a kind.
func ruleOf(k kind) string {
	for _, f := range faults {
		if f.kind == k {
			return f.rule
		}
	}
	return ""
}

// A mutation is a change of one declaration. It leaves every line where it is.
type mutation struct {
	kind    kind
	name    string // of a handled one: what it does
	renamed string // the variable that has the name mutRenamed now
	adds    bool   // of a handled one: another error leaves now, of which raisesdoc may have something to say
	raises  string // the name of the error that leaves now
	file    string // absolute
	decl    span   // lines of the declaration, its doc comment included
	pos     token.Position
	source  string // the line at pos, without the space around it
	shape   string // of the place: what becomes of the error, what is known of it, what it is
	exempt  string // why a rule's page says that it is not found; empty if it says nothing of the kind

	edits   []edit
	imports []string // import specs
	tail    []string // declarations at the end of the file
}

// A span is a range of lines, both included.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// An edit replaces a range of a file's bytes.
type edit struct {
	start, end int
	text       string
}

// key names the declaration: mutations with one key do not go together.
func (m *mutation) key() string { return fmt.Sprintf("%s:%d", m.file, m.decl.first) }

// apply returns a file with some mutations of different declarations. Nothing is on another line than before.
func apply(src []byte, packageEnd int, ms []*mutation) ([]byte, error) {
	var edits []edit
	var imports, tail []string
	for _, m := range ms {
		edits = append(edits, m.edits...)
		imports = append(imports, m.imports...)
		tail = append(tail, m.tail...)
	}
	if slices.Sort(imports); len(imports) > 0 {
		// The package clause and its imports may share a line.
		var b strings.Builder
		for _, spec := range slices.Compact(imports) {
			b.WriteString("; import " + spec)
		}
		edits = append(edits, edit{packageEnd, packageEnd, b.String()})
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.start < at {
			return nil, fmt.Errorf("edits overlap at %d", e.start)
		}
		if n, o := strings.Count(e.text, "\n"), bytes.Count(src[e.start:e.end], []byte("\n")); n != o {
			return nil, fmt.Errorf("an edit at %d makes %d line ends of %d", e.start, n, o)
		}
		out.Write(src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(src[at:])
	out.WriteString("\n")
	slices.Sort(tail)
	for _, decl := range slices.Compact(tail) {
		out.WriteString(decl + "\n")
	}
	return out.Bytes(), nil
}
