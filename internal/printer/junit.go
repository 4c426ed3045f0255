package printer

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/errlint/errlint/internal/finding"
)

// JUnit writes a test report in the format that JUnit's Ant task made common: a
// suite for each package with findings or problems, and in it a test case for
// each of those, which has failed, was skipped (a finding that is no error) or could not be run. If there are none, there is
// one test case that has passed, because tools take a report without test cases for
// a mistake.
type JUnit struct {
	Root string // file names are relative to it; "": absolute
}

type junitReport struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Name     string        `xml:"name,attr"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Errors   int           `xml:"errors,attr"`
	Suites   []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	Skipped   *string       `xml:"skipped"`
	Error     *junitOutcome `xml:"error"`
	Failure   *junitOutcome `xml:"failure"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Print implements [Printer].
func (j JUnit) Print(w io.Writer, r Report) error {
	report := junitReport{Name: "errlint"}
	suites := make(map[string]*junitSuite)
	suite := func(name string) *junitSuite {
		s := suites[name]
		if s == nil {
			s = &junitSuite{Name: Clean(name)}
			suites[name] = s
			report.Suites = append(report.Suites, s)
		}
		return s
	}
	for _, f := range r.Findings {
		s := suite(cmp.Or(f.Package, "errlint"))
		at := place(j.Root, f.Pos)
		lines := append([]string{at + ": " + Clean(f.Message)}, evidence(j.Root, f)...)
		s.Tests++
		c := junitCase{Name: Clean(f.ID()) + " at " + at, ClassName: s.Name}
		if f.Level() == finding.Error {
			s.Failures++
			c.Failure = &junitOutcome{Clean(f.ID()), Clean(f.Message), strings.Join(lines, "\n")}
		} else {
			s.Skipped++
			c.Skipped = new(string(f.Level()) + ": " + strings.Join(lines, "\n"))
		}
		s.Cases = append(s.Cases, c)
	}
	for _, p := range r.Problems {
		s := suite(cmp.Or(p.Package, "errlint"))
		s.Tests++
		s.Errors++
		name := "load"
		if p.Pos.IsValid() {
			name += " " + place(j.Root, p.Pos)
		}
		s.Cases = append(s.Cases, junitCase{
			Name:      name,
			ClassName: s.Name,
			Error:     &junitOutcome{"problem", Clean(p.Message), Problem(j.Root, p)},
		})
	}
	if len(report.Suites) == 0 {
		s := suite("errlint")
		s.Tests = 1
		s.Cases = []junitCase{{Name: fmt.Sprintf("packages checked: %d", r.Packages), ClassName: s.Name}}
	}
	for _, s := range report.Suites {
		report.Tests += s.Tests
		report.Failures += s.Failures
		report.Errors += s.Errors
	}
	return writeXML(w, report)
}
