package main

import (
	"cmp"
	"context"
	"fmt"
	gconstant "go/constant"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/printer"
	"github.com/errlint/errlint/internal/toolflow"
)

// initFlags adds the flags of the command init.
func (c *command) initFlags() {
	c.flags.Func("preset", "begin with the presets `NAMES`, a comma-separated list of those that \"errlint explain preset\" lists", func(s string) error {
		for _, name := range splitList(s) {
			if _, err := errlint.Preset(name); err != nil {
				return err
			}
			c.presets = append(c.presets, name)
		}
		return nil
	})
}

// init writes a configuration file for the module or the workspace in which the working
// directory is, with the registrars and decorators found there. What the
// packages that do not load would have had is missing from it.
func (c *command) init(ctx context.Context, _ []string) int {
	root, ok := errlint.ModuleRoot(c.dir)
	if !ok {
		return c.fail(errNoModule(c.dir))
	}
	file := filepath.Join(root, errlint.ConfigName)
	if _, err := os.Lstat(file); err == nil {
		return c.fail(&fs.PathError{Op: "init", Path: file, Err: fs.ErrExist})
	}
	s := newSurvey()
	c.dir = root
	flow := errlint.ToolFlow(errlint.Config{})
	patterns, _, err := c.allPackages(nil)
	if err != nil {
		return c.fail(err)
	}
	result, err := c.drive(ctx, driver.Options{
		Patterns:  patterns,
		Analyzers: []*analysis.Analyzer{s.analyzer(flow), inventory(flow)},
	})
	if err != nil {
		return c.fail(err)
	}
	tools, unread, err := splitTools(result)
	if err != nil {
		return c.fail(err)
	}
	c.problem(result.Problems...)
	cfg := s.config()
	cfg.Preset = c.presets
	text, err := errlint.Template(cfg)
	if err != nil {
		return c.fail(err)
	}
	if _, err := os.Lstat(file); err == nil { // it has been written in the meantime
		return c.fail(&fs.PathError{Op: "init", Path: file, Err: fs.ErrExist})
	}
	if err := writeFile(file, string(text)); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stderr, "errlint: wrote %s: %s, %s, %s\n", errlint.ConfigName, printer.Count(countTools(tools), "tool"),
		printer.Count(len(cfg.Decorated.Registrars), "registrar"), printer.Count(len(cfg.Decorated.Decorators), "decorator"))
	if s := toldTools(tools, unread, len(result.Problems) == 0, false); s != "" {
		fmt.Fprintln(c.stderr, s)
	}
	return outcome(result.Problems, false)
}

// A survey has the registrars and decorators in the packages of a module.
type survey struct {
	mu         sync.Mutex                    // packages are analysed in parallel
	registrars map[string]toolflow.Registrar // of the module itself, by function
	converting map[string]bool               // functions that register and decorate in one
	decorators map[string]toolflow.Decorator // by function
	marked     map[string]bool               // the decorators that are marked in the source
}

func newSurvey() *survey {
	return &survey{
		registrars: make(map[string]toolflow.Registrar),
		converting: make(map[string]bool),
		decorators: make(map[string]toolflow.Decorator),
		marked:     make(map[string]bool),
	}
}

// analyzer returns an analyzer that fills in s from the result of tools.
func (s *survey) analyzer(tools *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "survey",
		Doc:      "surveys tool registrations",
		Requires: []*analysis.Analyzer{tools},
		Run: func(pass *analysis.Pass) (any, error) {
			found, ok := pass.ResultOf[tools].(*toolflow.Tools)
			if !ok {
				return nil, fmt.Errorf("%s yields %T", tools.Name, pass.ResultOf[tools])
			}
			s.add(pass, found)
			return nil, nil
		},
	}
}

func (s *survey) add(pass *analysis.Pass, found *toolflow.Tools) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range found.Registrations {
		if r.Call == nil {
			continue
		}
		call := r.Call.Common()
		callee, ok := declaredCallee(call)
		if !ok || !inModule(pass, callee) {
			continue // those of the SDKs are built in
		}
		name := callee.FullName()
		if converts(r) {
			s.converting[name] = true
		}
		handler, ok := handlerParam(callee.Signature())
		if !ok {
			continue
		}
		s.registrars[name] = toolflow.Registrar{
			Function: name,
			Handler:  handler,
			// Where one call does not show the name, another may.
			Name: cmp.Or(s.registrars[name].Name, paramOf(callee.Signature(), call, constant(call, r.Name))),
		}
	}
	applications := found.Applications
	for _, r := range found.Registrations {
		applications = append(applications, r.Decorators...)
	}
	for _, a := range applications {
		if a.Decorator == nil {
			continue
		}
		name := a.Decorator.FullName()
		d := s.decorators[name]
		d.Function = name
		if a.Call != nil {
			d.Op = cmp.Or(d.Op, paramOf(a.Decorator.Signature(), a.Call.Common(), a.Op))
			d.Empty = cmp.Or(d.Empty, paramOf(a.Decorator.Signature(), a.Call.Common(), a.Empty))
		}
		s.decorators[name] = d
	}
	for _, d := range found.Declared {
		name := d.Func.FullName()
		s.marked[name] = true
		s.decorators[name] = cmp.Or(s.decorators[name], toolflow.Decorator{Function: name})
	}
}

// converts reports whether the handler of r is decorated by the function that
// registers it, or by a function that this calls, and not where it is passed.
func converts(r toolflow.Registration) bool {
	if r.State == toolflow.Undecorated {
		return false
	}
	return !slices.ContainsFunc(r.Decorators, func(a toolflow.Application) bool {
		return a.Call != nil && a.Call.Parent() == r.Call.Parent() && ssa.CallInstruction(a.Call) != r.Call
	})
}

// declaredCallee returns the declared function that is called.
func declaredCallee(call *ssa.CallCommon) (*types.Func, bool) {
	if call.IsInvoke() {
		return call.Method, true
	}
	fn := call.StaticCallee()
	if fn == nil {
		return nil, false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil, false
	}
	return obj.Origin(), true
}

// inModule reports whether fn is declared in the module that is analysed.
func inModule(pass *analysis.Pass, fn *types.Func) bool {
	if fn.Pkg() == nil || pass.Module == nil {
		return false
	}
	path := fn.Pkg().Path()
	return path == pass.Module.Path || strings.HasPrefix(path, pass.Module.Path+"/")
}

// handlerParam returns the name of the one parameter that is a function.
func handlerParam(sig *types.Signature) (name string, ok bool) {
	for p := range sig.Params().Variables() {
		if _, isFunc := p.Type().Underlying().(*types.Signature); isFunc {
			if name != "" {
				return "", false
			}
			name = p.Name()
		}
	}
	return name, name != "" && name != "_"
}

// constant returns the argument of the call that is the string s; nil if there
// is none.
func constant(call *ssa.CallCommon, s string) ssa.Value {
	for _, arg := range call.Args {
		if c, ok := arg.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == gconstant.String && gconstant.StringVal(c.Value) == s {
			return c
		}
	}
	return nil
}

// paramOf returns the name of the parameter that takes v in the call; "" if
// none is seen to.
func paramOf(sig *types.Signature, call *ssa.CallCommon, v ssa.Value) string {
	if v == nil {
		return ""
	}
	args := call.Args
	if len(args) > sig.Params().Len() {
		args = args[len(args)-sig.Params().Len():] // less the receiver
	}
	if i := slices.Index(args, v); i >= 0 && i < sig.Params().Len() {
		return sig.Params().At(i).Name()
	}
	return ""
}

// config returns a configuration with the registrars and decorators. A function that decorates
// the handlers that it registers is not a registrar, which requires decorated handlers. Decorators
// that are marked in the source are left out, because the mark says all that the configuration
// could.
func (s *survey) config() errlint.Config {
	var c errlint.Config
	for _, name := range slices.Sorted(maps.Keys(s.registrars)) {
		if _, ok := s.decorators[name]; !ok && !s.converting[name] {
			c.Decorated.Registrars = append(c.Decorated.Registrars, s.registrars[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.decorators)) {
		if !s.marked[name] {
			c.Decorated.Decorators = append(c.Decorated.Decorators, s.decorators[name])
		}
	}
	return c
}
