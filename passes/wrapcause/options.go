package wrapcause

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/errlint/errlint/internal/errflow"
)

// Options says what the rule looks for. The zero value is the default.
type Options struct {
	// ExemptCauses are functions whose errors may be dropped; see [Options.Check]
	// for how they are written. An empty, non-nil slice exempts none.
	ExemptCauses []string `yaml:"exempt-causes" names:"cause" default:"[strconv, time.Parse*, time.LoadLocation, fmt.Sscan*, (encoding/json.Number)*, net/url, encoding/base64, encoding/hex, encoding/asn1, crypto/rand.Read, net.Parse*, net.SplitHostPort, net.ResolveUnixAddr, net/netip, net/mail.Parse*, net/http.Parse*, net/http.NewRequest*, mime, path.Match, path/filepath.Match, path/filepath.Glob, os.FindProcess, regexp.Compile*, regexp/syntax, (*text/template.Template).Parse, (*html/template.Template).Parse, github.com/shopspring/decimal, crypto/x509.Parse*, (*log/slog.Level)*, (*log/slog.LevelVar)*, github.com/sirupsen/logrus.ParseLevel, github.com/rs/zerolog.ParseLevel, go.uber.org/zap/zapcore.ParseLevel, (*go.uber.org/zap/zapcore.Level)*, github.com/google/uuid, github.com/gofrs/uuid*, github.com/Masterminds/semver*, github.com/blang/semver*, github.com/hashicorp/go-version, github.com/k0sproject/version, github.com/docker/go-units, github.com/dustin/go-humanize, github.com/robfig/cron*, (*github.com/spf13/pflag.FlagSet).Get*, github.com/gorhill/cronexpr, github.com/hashicorp/cronexpr, github.com/expr-lang/expr.Compile, github.com/gobwas/glob, github.com/dlclark/regexp2.Compile, github.com/itchyny/gojq.Parse, github.com/itchyny/gojq.Compile, github.com/docker/go-connections/nat.Parse*, k8s.io/apimachinery/pkg/util/version, k8s.io/apimachinery/pkg/api/resource.Parse*, k8s.io/utils/net.Parse*, k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Nested*, k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.SetNested*]" doc:"packages and functions ((*example.com/p.T).M) whose errors need not be wrapped"`
	// Constructors are functions outside the module that make errors.
	Constructors []Constructor `yaml:"constructors" doc:"functions of other modules that make errors"`
	// Dropped is the switch of category dropped.
	Dropped *bool `yaml:"dropped" default:"true" doc:"report errors that are left out of the error that is returned in their place"`
	// SecondCause is the switch of category second-cause.
	SecondCause *bool `yaml:"second-cause" default:"true" doc:"report errors that are formatted beside one that is wrapped"`
	// NoUnwrap is the switch of category no-unwrap.
	NoUnwrap *bool `yaml:"no-unwrap" default:"true" doc:"report error types that hold an error and do not unwrap it"`
	// Swallowed is the switch of category swallowed.
	Swallowed bool `yaml:"swallowed" doc:"report errors that are lost altogether, such as by returning nil instead"`
}

// A Constructor is a function that makes an error, and never returns nil.
type Constructor struct {
	Function string `yaml:"function" names:"function" doc:"example.com/p.New or (*example.com/p.T).New"`
	Cause    int    `yaml:"cause" doc:"the number of the argument that it wraps, from 1; 0 for none"`
}

// withDefaults returns a deep copy of o with the defaults in place of zero values.
func (o Options) withDefaults() Options {
	if o.ExemptCauses == nil {
		o.ExemptCauses = errflow.InputErrors
	}
	o.ExemptCauses = append([]string{}, o.ExemptCauses...)
	o.Constructors = append([]Constructor(nil), o.Constructors...)
	for _, p := range []**bool{&o.Dropped, &o.SecondCause, &o.NoUnwrap} {
		value := *p == nil || **p
		*p = &value
	}
	return o
}

// Check reports values that cannot be right: names of functions and
// packages that are not written as "path", "path.Func" or "(*path.Type).Method",
// the first two optionally with a * at the end, and negative positions.
func (o Options) Check(report func(key, problem string)) {
	for i, entry := range o.ExemptCauses {
		if problem := errflow.NameProblem(entry, true); problem != "" {
			report(fmt.Sprintf("exempt-causes[%d]", i), problem)
		}
	}
	for i, c := range o.Constructors {
		key := fmt.Sprintf("constructors[%d]", i)
		if problem := errflow.NameProblem(c.Function, false); problem != "" {
			report(key+".function", problem)
		} else if !strings.Contains(c.Function[strings.LastIndexByte(c.Function, '/')+1:], ".") {
			report(key+".function", fmt.Sprintf("%q names no function; write it as in example.com/p.New", c.Function))
		}
		if c.Cause < 0 {
			report(key+".cause", "is negative; arguments are counted from 1, and 0 is for none")
		}
	}
}

// constructor returns the configuration of fn; ok is false if it has none.
func (o Options) constructor(fn *types.Func) (Constructor, bool) {
	i := slices.IndexFunc(o.Constructors, func(c Constructor) bool { return fn != nil && c.Function == fn.FullName() })
	if i < 0 {
		return Constructor{}, false
	}
	return o.Constructors[i], true
}
