package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Options say what to do with a module.
type Options struct {
	Errlint string // the command
	Sample  int    // how many mutations of each kind; 0: all
	Handled int    // how many that are no faults; -1: all
	Seed    uint64 // of the samples
	Kinds   []kind // which; nil: all
	Log     func(format string, args ...any)
}

// A Result is what became of the mutations of a module.
type Result struct {
	Name      string
	Runs      int // of errlint
	Generated int // files left out because they are generated
	Problems  []problem
	Tried     []*mutation
	Found     map[*mutation]bool      // by the rule that it breaks
	Alarms    map[*mutation][]finding // of mutations that are no faults
	Broken    map[*mutation]string    // those that do not compile
}

// A finding is one of errlint's.
type finding struct {
	Rule, Category, Message string
	Location                struct {
		File  string
		Start struct{ Line, Column int }
	}
}

// A problem is what kept errlint from checking a package.
type problem struct{ Package, Message string }

// sum is what stays the same of a finding where something else in its file changes.
type sum struct {
	rule, category, message, file string
	line                          int
}

func (f finding) sum() sum {
	return sum{f.Rule, f.Category, f.Message, f.Location.File, f.Location.Start.Line}
}

// A lab has a copy of a module that mutations are tried in.
type lab struct {
	*module
	errlint, cache string
	config         string // a file of configuration
	known          map[sum]int
	runs           int
}

// mutate tries mutations of the module in a directory, in a copy.
func mutate(ctx context.Context, from string, opts Options) (*Result, error) {
	tmp, err := os.MkdirTemp("", "errlint-mutate-")
	if err != nil {
		return nil, fmt.Errorf("temporary directory: %w", err)
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, "module")
	if err := copyModule(dir, from); err != nil {
		return nil, err
	}
	m, err := load(dir)
	if err != nil {
		return nil, err
	}
	l := &lab{module: m, errlint: opts.Errlint, cache: filepath.Join(tmp, "cache"), config: filepath.Join(tmp, "errlint.yml")}
	// A new sentinel, and one that has gone from the only list, has no sign that somebody asks for it, as the default level demands.
	// A cause that may be meant to be left out is found under a category that has to be asked for, as is one that has no name, or for which nobody asks.
	config := "raisesdoc: {level: listed}\nenable: [noerrordict, decorated, opname, raisesdoc, wrapcause, wrapcause/translated, wrapcause/nameless, wrapcause/unasked, wrapcause/helper]\n"
	if err := os.WriteFile(l.config, []byte(config), 0o666); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	files, generated := m.files()
	var all []*mutation
	for _, f := range files {
		all = append(all, f.find()...)
	}
	res := &Result{
		Generated: generated,
		Tried:     choose(all, opts),
		Found:     make(map[*mutation]bool),
		Alarms:    make(map[*mutation][]finding),
		Broken:    make(map[*mutation]string),
	}
	if l.known, res.Problems, err = l.run(ctx); err != nil {
		return nil, err
	}
	// Of a package that errlint cannot check nothing can be said.
	for _, p := range res.Problems {
		res.Tried = slices.DeleteFunc(res.Tried, func(mu *mutation) bool { return p.Package == "" || m.in[mu.file].PkgPath == p.Package })
	}
	// Mutations of different declarations go together at first. What was missed then, or told wrongly, is tried
	// again with at most one for a package, and what remains by itself.
	var todo []*mutation
	for _, mu := range res.Tried {
		if len(mu.edits) > 0 {
			todo = append(todo, mu)
		}
	}
	for round, group := range []func(*mutation) string{
		(*mutation).key,
		func(mu *mutation) string { return m.in[mu.file].PkgPath },
		func(*mutation) string { return "" },
	} {
		batches := batch(todo, group)
		if round > 0 && len(batches) > mostAgain {
			// Another mutation elsewhere can hide a fault, but where so many are missed it is not why. They stay missed.
			batches = batches[:mostAgain]
		}
		todo = nil
		for i, ms := range batches {
			opts.Log("round %d, run %d of %d: %d mutations", round+1, i+1, len(batches), len(ms))
			again, err := l.try(ctx, ms, res)
			if err != nil {
				return nil, err
			}
			todo = append(todo, again...)
		}
	}
	res.Runs = l.runs
	return res, nil
}

// mostAgain is how many runs there are at most for what was not right at first.
const mostAgain = 40

// choose takes samples of the kinds.
func choose(all []*mutation, opts Options) []*mutation {
	byKind := make(map[kind][]*mutation)
	var kinds []kind
	for _, m := range all {
		if opts.Kinds != nil && !slices.Contains(opts.Kinds, m.kind) {
			continue
		}
		if byKind[m.kind] == nil {
			kinds = append(kinds, m.kind)
		}
		byKind[m.kind] = append(byKind[m.kind], m)
	}
	slices.Sort(kinds)
	var out []*mutation
	for _, k := range kinds {
		ms := byKind[k]
		most := opts.Sample
		if k == handled {
			most = opts.Handled
		}
		if most > 0 && most < len(ms) || k == handled && most == 0 {
			r := rand.New(rand.NewPCG(opts.Seed, hash(string(k))))
			r.Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
			ms = ms[:most]
		}
		out = append(out, ms...)
	}
	slices.SortStableFunc(out, func(a, b *mutation) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.pos.Offset, b.pos.Offset))
	})
	return out
}

// batch makes as few groups of mutations as there can be if no two of one key go together.
func batch(ms []*mutation, key func(*mutation) string) [][]*mutation {
	var out [][]*mutation
	next := make(map[string]int)
	for _, m := range ms {
		i := next[key(m)]
		next[key(m)]++
		if i == len(out) {
			out = append(out, nil)
		}
		out[i] = append(out[i], m)
	}
	return out
}

// try applies mutations, at most one for each declaration, runs errlint, and notes what it says. It returns those
// that should be tried again in smaller company.
func (l *lab) try(ctx context.Context, ms []*mutation, res *Result) (again []*mutation, err error) {
	ms = slices.Clone(ms)
	// A local variable that is not used any more is used again, once.
	for attempt := 0; ; attempt++ {
		bad := l.compile(ms)
		if len(bad) == 0 {
			break
		}
		ms = slices.DeleteFunc(ms, func(mu *mutation) bool {
			te, ok := bad[mu]
			if !ok {
				return false
			}
			if attempt < 3 && l.mend(mu, te.Msg) {
				return false
			}
			res.Broken[mu] = te.Msg
			return true
		})
	}
	if len(ms) == 0 {
		return nil, nil
	}
	byFile := make(map[string][]*mutation)
	for _, mu := range ms {
		byFile[mu.file] = append(byFile[mu.file], mu)
	}
	for name, ms := range byFile {
		src, err := apply(l.src[name], l.end[name], ms)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, src, 0o666); err != nil {
			return nil, fmt.Errorf("mutated file: %w", err)
		}
	}
	now, _, runErr := l.run(ctx)
	for name := range byFile {
		if err := os.WriteFile(name, l.src[name], 0o666); err != nil {
			return nil, fmt.Errorf("file as it was: %w", err)
		}
	}
	if runErr != nil {
		return nil, runErr
	}
	// New is what there is more of than before.
	byDecl := make(map[*mutation][]sum)
	var strays []sum
	for s, n := range now {
		name := filepath.Join(l.dir, filepath.FromSlash(s.file))
		i := slices.IndexFunc(byFile[name], func(mu *mutation) bool { return mu.decl.has(s.line) })
		if i >= 0 && byFile[name][i].renamed != "" {
			s.message = strings.ReplaceAll(s.message, "mutRenamed", byFile[name][i].renamed)
		}
		if n <= l.known[s] {
			continue
		}
		if i < 0 || byFile[name][i].raises != "" && !strings.Contains(s.message, byFile[name][i].raises) {
			strays = append(strays, s)
			continue
		}
		byDecl[byFile[name][i]] = append(byDecl[byFile[name][i]], s)
	}
	alone := len(ms) == 1
	for _, mu := range ms {
		if mu.kind != handled {
			of := byDecl[mu]
			if mu.raises != "" {
				// A list of many errors is cut short in a message: the last may have no name there.
				of = append(of, slices.DeleteFunc(slices.Clone(strays), func(s sum) bool { return !alone && !strings.Contains(s.message, mu.raises) })...)
			}
			found := slices.ContainsFunc(of, func(s sum) bool { return s.rule == ruleOf(mu.kind) })
			res.Found[mu] = found
			if !found && !alone && mu.exempt == "" {
				again = append(again, mu)
			}
			continue
		}
		alarms := byDecl[mu]
		if alone {
			alarms = append(alarms, strays...)
		}
		if mu.adds {
			alarms = slices.DeleteFunc(alarms, func(s sum) bool { return s.rule == "raisesdoc" })
		}
		delete(res.Alarms, mu)
		if len(alarms) == 0 {
			continue
		}
		if !alone {
			again = append(again, mu)
		}
		for _, s := range alarms {
			f := finding{Rule: s.rule, Category: s.category, Message: s.message}
			f.Location.File, f.Location.Start.Line = s.file, s.line
			res.Alarms[mu] = append(res.Alarms[mu], f)
		}
		slices.SortFunc(res.Alarms[mu], func(a, b finding) int {
			return cmp.Or(cmp.Compare(a.Location.File, b.Location.File), cmp.Compare(a.Location.Start.Line, b.Location.Start.Line), cmp.Compare(a.Message, b.Message))
		})
	}
	// A finding outside of all declarations that were changed may be due to one that does no harm.
	if len(strays) > 0 && !alone {
		for _, mu := range ms {
			if mu.kind == handled && !slices.Contains(again, mu) && l.strayOf(mu, strays) {
				again = append(again, mu)
			}
		}
	}
	return again, nil
}

// strayOf reports whether a finding may be due to a mutation: whether they are in one package.
func (l *lab) strayOf(mu *mutation, strays []sum) bool {
	return slices.ContainsFunc(strays, func(s sum) bool {
		return filepath.Dir(filepath.Join(l.dir, filepath.FromSlash(s.file))) == filepath.Dir(mu.file)
	})
}

// mend uses a variable that a mutation leaves without use, and reports whether that could be done.
func (l *lab) mend(mu *mutation, msg string) bool {
	name, ok := strings.CutPrefix(msg, "declared and not used: ")
	if !ok || mu.kind == unlist || mu.kind == handled {
		return false
	}
	src := l.src[mu.file]
	// The statement begins its line, or this does not compile either.
	start := strings.LastIndexByte(string(src[:mu.pos.Offset]), '\n') + 1
	for start < len(src) && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	mu.edits = append(mu.edits, edit{start, start, "_ = " + name + "; "})
	return true
}

// run runs errlint on the module and returns its findings, each with how often it is there, and its problems.
func (l *lab) run(ctx context.Context) (map[sum]int, []problem, error) {
	l.runs++
	cmd := exec.CommandContext(ctx, l.errlint, "-cache", l.cache, "-config", l.config, "-baseline", "off", "-format", "json", "./...")
	cmd.Dir, cmd.Env = l.dir, l.env
	out, err := output(cmd)
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || len(out) == 0 || exit.ExitCode() > 2) {
		return nil, nil, err
	}
	var result struct {
		Findings []finding
		Problems []problem
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return nil, nil, fmt.Errorf("errlint's output: %w", err)
	}
	sums := make(map[sum]int)
	for _, f := range result.Findings {
		sums[f.sum()]++
	}
	return sums, result.Problems, nil
}
