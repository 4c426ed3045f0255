package printer

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/nearest"
)

// Options are what a [Format] needs to know to make its printer. The zero
// Options do: file names are absolute then.
type Options struct {
	Dir  string // the working directory: text, json and ndjson name files relative to it
	Root string // the top of the repository: the other formats name files relative to it; "": Dir

	Rich  bool // text: with the source
	Color bool // text: with ANSI colours
	Width int  // text: of the terminal, in columns; 0: not known

	ReadFile func(string) ([]byte, error) // reads a file by its absolute name; nil: os.ReadFile
}

// A Format is a way to show a report.
type Format struct {
	Name    string // as in "-format name"
	Summary string // one clause: what it is for
	Shared  bool   // may be on standard output together with other formats that may

	New func(Options) Printer
}

// Formats returns every format, the default one first.
func Formats() []Format {
	return []Format{
		{"text", "for people: a line per finding; on a terminal with the source", true, func(o Options) Printer {
			return Text{Dir: o.Dir, Rich: o.Rich, Color: o.Color, Width: sourceWidth(o.Width), ReadFile: o.ReadFile}
		}},
		{"json", "for programs: one JSON object with everything", false, func(o Options) Printer {
			return JSON{Dir: o.Dir}
		}},
		{"ndjson", "the same, a JSON object per line", false, func(o Options) Printer {
			return NDJSON{Dir: o.Dir}
		}},
		{"sarif", "SARIF 2.1.0, with hidden findings marked", false, func(o Options) Printer {
			return SARIF{Root: o.root(), ReadFile: o.ReadFile}
		}},
		{"code-scanning", "SARIF 2.1.0 for GitHub's code scanning, without hidden findings", false, func(o Options) Printer {
			return SARIF{Root: o.root(), Open: true, ReadFile: o.ReadFile}
		}},
		{"github", "annotations in GitHub Actions", true, func(o Options) Printer {
			return GitHub{Root: o.root(), ReadFile: o.ReadFile}
		}},
		{"gitlab", "GitLab's code quality report", false, func(o Options) Printer {
			return GitLab{Root: o.root()}
		}},
		{"checkstyle", "Checkstyle's XML", false, func(o Options) Printer {
			return Checkstyle{Root: o.root()}
		}},
		{"junit", "JUnit's XML, for test reports: a suite per package", false, func(o Options) Printer {
			return JUnit{Root: o.root()}
		}},
		{"rdjsonl", "Reviewdog Diagnostic Format, a JSON object per line", false, func(o Options) Printer {
			return RDJSONL{Root: o.root()}
		}},
	}
}

func (o Options) root() string { return cmp.Or(o.Root, o.Dir) }

// A Target is a format, and where it goes.
type Target struct {
	Format Format
	File   string // as it was given; "": standard output
}

// ParseSpec reads a list of targets, such as "sarif=out.sarif,github,text":
// separated by commas, each the name of a format and, after an equals sign,
// the file it goes to, by default (or as "-") standard output.
//
// The error says what is wrong with the first target that is: there is no
// such format, the name of the file is empty, or the file is another
// target's, as is standard output unless both formats may share it.
func ParseSpec(spec string) ([]Target, error) {
	formats := Formats()
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	var targets []Target
	for entry := range strings.SplitSeq(spec, ",") {
		name, file, hasFile := strings.Cut(entry, "=")
		name, file = strings.TrimSpace(name), strings.TrimSpace(file)
		i := slices.Index(names, name)
		switch {
		case name == "" && hasFile:
			return nil, fmt.Errorf("%q does not name a format", entry)
		case name == "":
			return nil, fmt.Errorf("there is no name of a format where one belongs; the formats are %s", strings.Join(names, ", "))
		case i < 0 && nearest.Of(name, names) != "":
			return nil, fmt.Errorf("there is no format %q%s", name, nearest.Hint(name, names))
		case i < 0:
			return nil, fmt.Errorf("there is no format %q; the formats are %s", name, strings.Join(names, ", "))
		case hasFile && file == "":
			return nil, fmt.Errorf("%q lacks the name of the file after the equals sign", entry)
		case file == "-":
			file = ""
		}
		target := Target{formats[i], file}
		for _, other := range targets {
			if err := target.conflict(other); err != nil {
				return nil, err
			}
		}
		targets = append(targets, target)
	}
	return targets, nil
}

// conflict returns why there cannot be both targets; nil if there can.
func (t Target) conflict(other Target) error {
	switch {
	case (t.File == "") != (other.File == ""):
		return nil
	case t.File != "" && filepath.Clean(t.File) != filepath.Clean(other.File):
		return nil
	case t.File != "":
		return fmt.Errorf("%s and %s cannot both go to the file %q", other.Format.Name, t.Format.Name, t.File)
	case t.Format.Name == other.Format.Name:
		return fmt.Errorf("%s is there twice", t.Format.Name)
	case !t.Format.Shared || !other.Format.Shared:
		return fmt.Errorf("%s and %s cannot both go to standard output; write one to a file: %[1]s=FILE", other.Format.Name, t.Format.Name)
	default:
		return nil
	}
}
