package errlint

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/errlint/errlint/internal/codeflow"
	"github.com/errlint/errlint/internal/replyflow"
	"github.com/errlint/errlint/internal/rules"
	"github.com/errlint/errlint/passes/decorated"
	"github.com/errlint/errlint/passes/directive"
	"github.com/errlint/errlint/passes/domainerr"
	"github.com/errlint/errlint/passes/envelope"
	"github.com/errlint/errlint/passes/errcode"
	"github.com/errlint/errlint/passes/errlog"
	"github.com/errlint/errlint/passes/errmap"
	"github.com/errlint/errlint/passes/errmatch"
	"github.com/errlint/errlint/passes/noerrordict"
	"github.com/errlint/errlint/passes/opname"
	"github.com/errlint/errlint/passes/raisesdoc"
	"github.com/errlint/errlint/passes/safemsg"
	"github.com/errlint/errlint/passes/wrapcause"
)

// A rule is an entry of the suite.
type rule struct {
	name  string // of the analyzer, and the key of its options in Config
	stage rules.Stage
	make  func(c Config) *analysis.Analyzer
}

// suite is the list of the rules, in the order in which they are shown,
// documented and run. Whatever else names all rules follows from it, or is
// generated (go test -update .). Rules on which the spec insists but which cannot be
// decided from the source (metrics, the wording of messages) are listed in
// docs/spec.md.
func suite() []rule {
	return []rule{
		{"noerrordict", rules.Stable, func(c Config) *analysis.Analyzer { return noerrordict.New(c.NoErrorDict) }},
		{"decorated", rules.Stable, func(c Config) *analysis.Analyzer { return decorated.New(c.Decorated) }},
		{"wrapcause", rules.Stable, func(c Config) *analysis.Analyzer { return wrapcause.New(c.WrapCause) }},
		{"opname", rules.Stable, func(c Config) *analysis.Analyzer { return opname.New(c.OpName) }},
		{"raisesdoc", rules.Stable, func(c Config) *analysis.Analyzer { return raisesdoc.New(c.RaisesDoc) }},
		{"errmatch", rules.Stable, func(c Config) *analysis.Analyzer { return errmatch.New(c.ErrMatch) }},
		{"errmap", rules.Preview, func(c Config) *analysis.Analyzer { return errmap.New(c.ErrMap) }},
		{"errcode", rules.Preview, func(c Config) *analysis.Analyzer { return errcode.New(c.ErrCode) }},
		{"errlog", rules.Preview, func(c Config) *analysis.Analyzer { return errlog.New(c.ErrLog) }},
		{"envelope", rules.Preview, func(c Config) *analysis.Analyzer { return envelope.New(c.Envelope) }},
		{"domainerr", rules.Preview, func(c Config) *analysis.Analyzer { return domainerr.New(c.DomainErr) }},
		{"safemsg", rules.Preview, func(c Config) *analysis.Analyzer { return safemsg.New(c.SafeMsg) }},
		{"directive", rules.Stable, func(Config) *analysis.Analyzer { return directive.Analyzer }},
	}
}

// Config is the configuration of the suite. The zero Config is the default:
// all stable rules, each with its default options.
type Config struct {
	Extends []string `yaml:"extends" doc:"files, relative to this one, whose keys count where this file does not set them" single:"true"`
	Preset  []string `yaml:"preset" doc:"sets of keys that errlint knows, which count where this file does not set them; later ones win" single:"true"`

	Enable  []string `yaml:"enable" doc:"the rules and categories to run, and no others" default:"(all that are stable)" enum:"@rules"`
	Disable []string `yaml:"disable" doc:"the rules and categories not to run" enum:"@rules"`
	Tests   bool     `yaml:"tests" doc:"check test files, too, as the flag -tests does"`
	Preview bool     `yaml:"preview" doc:"also run the rules and categories that are in their preview stage"`

	Severity map[string]Severity `yaml:"severity" doc:"how bad findings of a rule or category are: only those that are errors make the command fail" default:"(error)" enum:"error,warning,note"`
	Exclude  []Exclusion         `yaml:"exclude" doc:"files in which findings do not count"`

	NoErrorDict noerrordict.Options `yaml:"noerrordict" doc:"adapters return errors, not error maps"`
	Decorated   decorated.Options   `yaml:"decorated" doc:"every tool handler goes through the error decorator; all rules take the registrars and the decorators from here"`
	WrapCause   wrapcause.Options   `yaml:"wrapcause" doc:"a cause stays in the chain"`
	OpName      opname.Options      `yaml:"opname" doc:"operation names are category:operation"`
	RaisesDoc   raisesdoc.Options   `yaml:"raisesdoc" doc:"the doc comment lists the errors that a function returns"`

	file      string            `yaml:"-"` // that it was read from
	places    map[string]place  `yaml:"-"` // where each key stands; empty in a Config that was not read
	ErrMatch  errmatch.Options  `yaml:"errmatch" doc:"errors are told apart by identity, type or code, and the match can succeed"`
	ErrMap    errmap.Options    `yaml:"errmap" doc:"one mapping gives each error its code, and each error that can arrive has a case it can reach"`
	ErrCode   errcode.Options   `yaml:"errcode" doc:"a code is a named constant of the agreed form and value, defined once"`
	ErrLog    errlog.Options    `yaml:"errlog" doc:"an error is logged once, with the error itself"`
	Envelope  envelope.Options  `yaml:"envelope" doc:"replies have one shape, whether the call failed or not"`
	DomainErr domainerr.Options `yaml:"domainerr" doc:"domain errors are one family, carry their context, and stay in their layer"`
	SafeMsg   safemsg.Options   `yaml:"safemsg" doc:"a reply has no traces, no secrets, and no text that was not written for its reader"`
}

// share gives the rules the analyzers and the options that they have in common.
func (c *Config) share(tools *analysis.Analyzer) {
	replies := replyflow.New(tools)
	codes := codeflow.New(codeflow.Options{Types: c.ErrCode.Types, Fields: c.ErrCode.Fields}, replies)
	c.NoErrorDict.Tools = tools
	c.Decorated.Tools = tools
	c.OpName.Tools = tools
	c.RaisesDoc.Tools = tools
	c.ErrCode.Codes = codes
	c.ErrMap.Codes = codes
	c.Envelope.Tools, c.Envelope.Replies = tools, replies
	for _, e := range c.NoErrorDict.Envelopes {
		c.Envelope.Types = append(slices.Clip(c.Envelope.Types), e.Type)
	}
	c.DomainErr.Adapters = c.RaisesDoc.Adapters
	c.ErrLog.Replies = replies
	c.SafeMsg.Tools, c.SafeMsg.Replies, c.SafeMsg.Mappings = tools, replies, c.ErrMap.Mappings
	c.ErrLog.InputErrors = c.WrapCause.ExemptCauses
}
