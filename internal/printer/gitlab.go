package printer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/errlint/errlint/internal/finding"
)

// GitLab writes a code quality report, which GitLab shows in merge requests. A
// problem is an issue of the severity "blocker", so that a run that did not
// do all of its job looks like none that found nothing.
type GitLab struct {
	Root string // file names are relative to it; "": absolute
}

type gitlabIssue struct {
	Type        string         `json:"type"`
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Categories  []string       `json:"categories"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

var gitlabSeverity = map[finding.Severity]string{finding.Error: "major", finding.Warning: "minor", finding.Note: "info"}

// Print implements [Printer].
func (g GitLab) Print(w io.Writer, r Report) error {
	issues := make([]gitlabIssue, 0, len(r.Findings)+len(r.Problems))
	prints := fingerprintsOf(r)
	for i, f := range r.Findings {
		issues = append(issues, gitlabIssue{
			Type:        "issue",
			Description: Clean(f.Message),
			CheckName:   Clean(f.ID()),
			Fingerprint: prints.findings[i],
			Severity:    gitlabSeverity[f.Level()],
			Categories:  []string{"Bug Risk"},
			Location:    g.location(f.Pos, f.End),
		})
	}
	seen := make(map[string]int) // how often a problem is there
	for _, p := range r.Problems {
		message := Problem(g.Root, finding.Problem{Package: p.Package, Message: p.Message})
		sum := sha256.Sum256(fmt.Appendf(nil, "problem %q %d", message, seen[message]))
		seen[message]++
		issues = append(issues, gitlabIssue{
			Type:        "issue",
			Description: message,
			CheckName:   "errlint",
			Fingerprint: hex.EncodeToString(sum[:16]),
			Severity:    "blocker",
			Categories:  []string{"Bug Risk"},
			Location:    g.location(p.Pos, p.Pos),
		})
	}
	return streamJSON(w, issues, jsonIndent)
}

// location returns where an issue is. GitLab demands a file and a line: if
// there is none, it is the top of the repository.
func (g GitLab) location(pos, end finding.Position) gitlabLocation {
	path := "."
	if pos.File != "" {
		path = Clean(slashed(g.Root, pos.File))
	}
	return gitlabLocation{path, gitlabLines{max(1, pos.Line), max(1, extent(pos, end).Line)}}
}
