package printer

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/finding"
)

// SARIF writes a report as a log of the Static Analysis Results Interchange
// Format, version 2.1.0 (OASIS), with one run.
//
// What is hidden is there, too, and marked: by a directive or a baseline as
// suppressed, by a base as unchanged. GitHub's code scanning does not know
// either mark, and would open an alert for each; Open leaves them out, and
// keeps to the number of results that it takes. What is gone is never there:
// a viewer that does not know the mark would show it as present.
//
// Each result is a line. The places that explain a finding are related locations,
// and the steps of a code flow that ends at the finding. Problems and notes are notifications of
// the invocation.
type SARIF struct {
	Root     string                       // file names are relative to it; "": absolute
	Open     bool                         // only what counts, for GitHub's code scanning
	ReadFile func(string) ([]byte, error) // nil: os.ReadFile
}

const (
	homepage = "https://github.com/errlint/errlint"

	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

	// sarifRoot is the base of relative URIs. The log does not say where it is: that is
	// no one's concern on another machine.
	sarifRoot = "%SRCROOT%"

	// maxOpen is how many results code scanning takes of a run. It refuses
	// a file with more.
	maxOpen = 25_000

	// fingerprintName has the version of the way that fingerprints are made.
	fingerprintName = "errlint/v1"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool                `json:"tool"`
	Invocations        []sarifInvocation        `json:"invocations"`
	OriginalURIBaseIDs map[string]sarifArtifact `json:"originalUriBaseIds"`
	Results            []sarifResult            `json:"results"`
	ColumnKind         string                   `json:"columnKind"`
}

func (sarifLog) isOuter() {}
func (sarifRun) isOuter() {}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string             `json:"id"`
	ShortDescription     sarifText          `json:"shortDescription"`
	FullDescription      sarifText          `json:"fullDescription"`
	Help                 sarifText          `json:"help"`
	HelpURI              string             `json:"helpUri,omitempty"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
	Properties           sarifRuleProperty  `json:"properties"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

// A sarifRuleProperty has what GitHub's code scanning looks for.
type sarifRuleProperty struct {
	Tags            []string `json:"tags"`
	Precision       string   `json:"precision"`
	ProblemSeverity string   `json:"problem.severity"`
	Stage           string   `json:"stage,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifResult struct {
	RuleID              string                `json:"ruleId"`
	RuleIndex           int                   `json:"ruleIndex"`
	Level               string                `json:"level"`
	Message             sarifText             `json:"message"`
	Locations           []sarifLocation       `json:"locations"`
	RelatedLocations    []sarifLocation       `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow       `json:"codeFlows,omitempty"`
	Fixes               []sarifFix            `json:"fixes,omitempty"`
	PartialFingerprints map[string]string     `json:"partialFingerprints"`
	BaselineState       string                `json:"baselineState,omitempty"`
	Suppressions        *[]sarifSuppression   `json:"suppressions,omitempty"` // nil: not known
	Properties          sarifResultProperties `json:"properties"`
}

type sarifResultProperties struct {
	Category string `json:"category,omitempty"`
	Package  string `json:"package,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type sarifLocation struct {
	ID               int                   `json:"id,omitempty"`
	PhysicalLocation sarifPhysicalLocation `json:"physicalLocation"`
	LogicalLocations []sarifLogical        `json:"logicalLocations,omitempty"`
	Message          *sarifText            `json:"message,omitempty"`
}

type sarifLogical struct {
	Name               string `json:"name"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

type sarifPhysicalLocation struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI         string     `json:"uri,omitempty"`
	URIBaseID   string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifThreadFlowLocation `json:"locations"`
}

type sarifThreadFlowLocation struct {
	Location sarifLocation `json:"location"`
}

type sarifFix struct {
	Description     sarifText             `json:"description"`
	ArtifactChanges []sarifArtifactChange `json:"artifactChanges"`
}

type sarifArtifactChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion `json:"deletedRegion"`
	InsertedContent *sarifText  `json:"insertedContent,omitempty"`
}

// Print implements [Printer].
func (s SARIF) Print(w io.Writer, r Report) error {
	p := sarifPrinter{SARIF: s, cols: utf16Columns{sources: sources{read: s.ReadFile}}, rules: make(map[string]int)}
	run := sarifRun{
		Invocations: []sarifInvocation{p.invocation(r)},
		OriginalURIBaseIDs: map[string]sarifArtifact{
			sarifRoot: {Description: &sarifText{Text: "The top of the repository."}},
		},
		Results:    make([]sarifResult, 0, len(r.Findings)+len(r.Hidden)),
		ColumnKind: "utf16CodeUnits",
	}
	run.Tool.Driver = sarifDriver{Name: "errlint", Version: strings.TrimPrefix(Clean(r.Version), "v"), InformationURI: homepage, Rules: []sarifRule{}}
	driver := &run.Tool.Driver
	for _, rule := range r.Rules {
		p.rules[rule.Name] = len(driver.Rules)
		driver.Rules = append(driver.Rules, sarifRuleOf(rule))
	}
	add := func(f finding.Finding, fingerprint string) *sarifResult {
		if _, ok := p.rules[f.Rule]; !ok {
			p.rules[f.Rule] = len(driver.Rules)
			driver.Rules = append(driver.Rules, sarifRuleOf(Rule{Name: f.Rule, URL: f.URL}))
		}
		run.Results = append(run.Results, p.result(f, fingerprint))
		return &run.Results[len(run.Results)-1]
	}
	prints := fingerprintsOf(r)
	for i, f := range r.Findings {
		if s.Open && i == maxOpen {
			note := fmt.Sprintf("%d more findings are left out, because code scanning takes no more than %d", len(r.Findings)-i, maxOpen)
			notes := &run.Invocations[0].ToolExecutionNotifications
			*notes = append(*notes, sarifNotification{Level: "warning", Message: sarifText{Text: note}})
			break
		}
		result := add(f, prints.findings[i])
		if r.Compared {
			result.BaselineState = "new"
		}
		if !s.Open {
			result.Suppressions = &[]sarifSuppression{}
		}
	}
	if !s.Open {
		for i, h := range r.Hidden {
			add(h.Finding, prints.hidden[i]).hide(h)
		}
	}
	return streamJSON(w, sarifLog{Schema: sarifSchema, Version: sarifVersion, Runs: []sarifRun{run}}, "")
}

// hide marks the result as hidden.
func (r *sarifResult) hide(h finding.Hidden) {
	suppressions := []sarifSuppression{}
	switch h.By {
	case finding.ByDirective:
		suppressions = append(suppressions, sarifSuppression{Kind: "inSource", Justification: Clean(h.Reason)})
	case finding.ByConfig:
		suppressions = append(suppressions, sarifSuppression{Kind: "external", Justification: Clean(h.Reason)})
	case finding.ByBaseline:
		suppressions = append(suppressions, sarifSuppression{Kind: "external", Justification: cmp.Or(Clean(h.Reason), "The baseline file has it.")})
		r.BaselineState = "unchanged"
	case finding.ByBase:
		r.BaselineState = "unchanged"
	}
	r.Suppressions = &suppressions
}

func sarifRuleOf(r Rule) sarifRule {
	name := Clean(r.Name)
	short, full := name, name
	if r.Summary != "" {
		short = Clean(r.Summary)
		full = name + " " + short + "."
	}
	help := sarifText{Text: full} // GitHub demands one
	if r.Page != nil {
		text, markdown := r.Page()
		help = sarifText{Text: cmp.Or(text, full), Markdown: markdown}
	}
	return sarifRule{
		ID:                   name,
		ShortDescription:     sarifText{Text: short},
		FullDescription:      sarifText{Text: full},
		Help:                 help,
		HelpURI:              r.URL,
		DefaultConfiguration: sarifConfiguration{"error"},
		Properties:           sarifRuleProperty{Tags: []string{"errors", "go"}, Precision: "high", ProblemSeverity: "error", Stage: r.Stage},
	}
}

// A sarifPrinter is the state of one Print.
type sarifPrinter struct {
	SARIF
	cols  utf16Columns
	rules map[string]int // indexes of the rules, by name
}

func (p *sarifPrinter) invocation(r Report) sarifInvocation {
	out := sarifInvocation{
		ExecutionSuccessful:        len(r.Problems) == 0,
		ToolExecutionNotifications: make([]sarifNotification, 0, len(r.Problems)+len(r.Notes)),
	}
	for _, problem := range r.Problems {
		n := sarifNotification{Level: "error", Message: sarifMessage(withoutFile(problem))}
		if problem.Pos.File != "" {
			n.Locations = []sarifLocation{{PhysicalLocation: p.physical(problem.Pos, problem.Pos)}}
		}
		out.ToolExecutionNotifications = append(out.ToolExecutionNotifications, n)
	}
	for _, note := range r.Notes {
		out.ToolExecutionNotifications = append(out.ToolExecutionNotifications, sarifNotification{Level: "note", Message: sarifMessage(note)})
	}
	return out
}

// sarifMessage returns text as a message. "[text](destination)" would be a link.
func sarifMessage(text string) sarifText {
	return sarifText{Text: strings.ReplaceAll(Clean(text), "](", "] (")}
}

func (p *sarifPrinter) result(f finding.Finding, fingerprint string) sarifResult {
	out := sarifResult{
		RuleID:              Clean(f.Rule),
		RuleIndex:           p.rules[f.Rule],
		Level:               string(f.Level()), // SARIF has the same three
		Message:             sarifMessage(f.Message),
		Locations:           []sarifLocation{},
		PartialFingerprints: map[string]string{fingerprintName: fingerprint},
		Properties:          sarifResultProperties{Category: Clean(f.Category), Package: Clean(f.Package)},
	}
	if f.Pos.File != "" {
		loc := sarifLocation{PhysicalLocation: p.physical(f.Pos, f.End)}
		if f.Decl != "" {
			name := Clean(f.Decl)
			loc.LogicalLocations = []sarifLogical{{Name: name, FullyQualifiedName: Clean(f.Package) + "." + name}}
		}
		out.Locations = append(out.Locations, loc)
	}
	var flow []sarifThreadFlowLocation
	for _, rel := range f.Related {
		if rel.Pos.File == "" {
			continue
		}
		loc := sarifLocation{PhysicalLocation: p.physical(rel.Pos, rel.End), Message: new(sarifMessage(rel.Message))}
		flow = append(flow, sarifThreadFlowLocation{loc})
		loc.ID = len(flow)
		out.RelatedLocations = append(out.RelatedLocations, loc)
	}
	if len(flow) > 0 && len(out.Locations) > 0 {
		// The evidence is listed from the finding to where it comes from.
		slices.Reverse(flow)
		last := sarifLocation{PhysicalLocation: out.Locations[0].PhysicalLocation, Message: new(out.Message)}
		flow = append(flow, sarifThreadFlowLocation{last})
		out.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{{flow}}}}
	}
	for _, fix := range f.Fixes {
		if changes := p.changes(fix); len(changes) > 0 {
			out.Fixes = append(out.Fixes, sarifFix{sarifMessage(fix.Message), changes})
		}
	}
	return out
}

// changes returns the edits of a fix by file; none if there is one that has
// no place.
func (p *sarifPrinter) changes(fix finding.Fix) []sarifArtifactChange {
	var out []sarifArtifactChange
	index := make(map[string]int) // in out, by file
	for _, e := range fix.Edits {
		if e.Pos.File == "" || !e.Pos.IsValid() || e.Pos.Column < 1 {
			return nil
		}
		i, ok := index[e.Pos.File]
		if !ok {
			i = len(out)
			index[e.Pos.File] = i
			out = append(out, sarifArtifactChange{ArtifactLocation: p.artifact(e.Pos.File)})
		}
		r := sarifReplacement{DeletedRegion: *p.region(e.Pos, e.End)}
		if e.New != "" {
			r.InsertedContent = &sarifText{Text: e.New}
		}
		out[i].Replacements = append(out[i].Replacements, r)
	}
	return out
}

func (p *sarifPrinter) physical(pos, end finding.Position) sarifPhysicalLocation {
	return sarifPhysicalLocation{p.artifact(pos.File), p.region(pos, end)}
}

// artifact returns the URI of a file, relative where it can be.
func (p *sarifPrinter) artifact(file string) sarifArtifact {
	name := slashed(p.Root, file)
	if filepath.IsAbs(filepath.FromSlash(name)) {
		// A name that begins with the letter of a drive lacks the slash of the URI's path.
		u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}
		return sarifArtifact{URI: u.String()}
	}
	u := url.URL{Path: name}
	return sarifArtifact{URI: u.String(), URIBaseID: sarifRoot}
}

// region returns the range from pos to end; nil if it is not known.
func (p *sarifPrinter) region(pos, end finding.Position) *sarifRegion {
	if !pos.IsValid() {
		return nil
	}
	if pos.Column < 1 {
		return &sarifRegion{StartLine: pos.Line}
	}
	end = extent(pos, end)
	return &sarifRegion{
		StartLine:   pos.Line,
		StartColumn: p.cols.of(pos),
		EndLine:     end.Line,
		EndColumn:   max(1, p.cols.of(end)),
	}
}
