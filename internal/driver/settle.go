package driver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/errlint/errlint/internal/finding"
)

// An outcome is what a run has found out about a package.
type outcome struct {
	hit bool // the result was in the cache

	sum digest // of what all dependents see of the package and its dependencies, except the functions in the result

	// solid packages are those that the sum identifies. The results of packages with
	// dependencies that are not solid are not cached.
	solid bool

	result result
	failed bool // an analyzer failed
}

// outcomes has the outcome of each settled package, by the index of the node; nil for the others. A walk sets a node's outcome
// before it comes to the packages that import it. An external package that is read from source gets a second one, with
// the problems of its source.
type outcomes []*outcome

// A settling is the state of a run: its plan, its types, and the outcomes so far.
type settling struct {
	*plan
	w    *world
	done outcomes
}

// settle gets the results of all wanted packages: from the cache or, where
// something has changed, by analysis.
func (p *plan) settle(ctx context.Context, w *world) (outcomes, error) {
	p.opts.Stats.phase("looking into the cache")
	s := &settling{p, w, make(outcomes, len(p.nodes))}
	s.probe(ctx)
	open := s.open()
	// Packages without open dependencies have changed. The change may not reach the others, which then need no
	// types. In a first run it does reach them; and if types have yet to be found, the go command would have to be asked twice, which
	// takes longer. Nor may a package come from source after export data has referred to it.
	changed := slices.DeleteFunc(slices.Clone(open), func(n *node) bool { return slices.ContainsFunc(n.deps, s.pending) })
	if len(changed) < len(open) && !s.exports && s.locatedAll(open) {
		if err := s.analyse(ctx, changed); err != nil {
			return nil, err
		}
		p.opts.Stats.phase("looking into the cache again")
		s.probe(ctx)
		open = s.open()
	}
	if err := s.analyse(ctx, open); err != nil {
		return nil, err
	}
	return s.done, w.corrupt
}

// pending reports whether a package has to be settled before those that import it.
func (s *settling) pending(n *node) bool { return n.kind != external && s.done[n.index] == nil }

// open returns the packages that are yet to be settled, each after its dependencies: the targets and, for their facts, the own
// packages that they depend on. Without analyzers, all own packages are type-checked.
func (s *settling) open() []*node {
	wanted := slices.DeleteFunc(slices.Clone(s.order), func(n *node) bool {
		return n.kind != own || !n.target && len(s.opts.Analyzers) > 0
	})
	return slices.DeleteFunc(dependenciesFirst(wanted), func(n *node) bool { return !s.pending(n) })
}

// probe settles the packages that need no analysis: own ones from the cache, and external ones, which need only a sum.
func (s *settling) probe(ctx context.Context) {
	walk(ctx, s.order, func(n *node) {
		if s.done[n.index] != nil || slices.ContainsFunc(n.deps, func(dep *node) bool { return s.done[dep.index] == nil }) {
			return
		}
		switch n.kind {
		case own:
			s.done[n.index] = s.lookup(n)
		case external:
			sum, solid := s.typesSum(n)
			s.done[n.index] = &outcome{sum: sum, solid: solid}
		}
	})
}

// lookup returns the cached outcome of an own package; nil if there is none.
func (s *settling) lookup(n *node) *outcome {
	for _, target := range slices.Compact([]bool{n.target, true}) {
		key, ok := s.resultKey(n, target)
		if !ok || s.opts.Cache == nil {
			return nil
		}
		text, ok := s.opts.Cache.Get(key)
		if !ok {
			continue
		}
		res, ok := s.decode(text)
		if !ok {
			continue
		}
		if !n.target {
			res.Findings, res.Hidden = nil, nil
		}
		return &outcome{hit: true, solid: true, result: res, sum: s.resultSum(n, &res)}
	}
	return nil
}

// analyse settles packages, each of which comes after its dependencies.
func (s *settling) analyse(ctx context.Context, open []*node) error {
	if len(open) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	s.opts.Stats.phase("types of external packages")
	if !s.recallWorld(open) {
		fresh := s.w.fset.Base() == 1
		if err := s.loadExternal(ctx, open); err != nil {
			return err
		}
		if s.load(ctx, open); fresh {
			s.leaveWorld(ctx)
		}
	}
	s.opts.Stats.phase("analysis")
	s.progress.begin(PhaseAnalysing, len(open))
	walk(ctx, open, func(n *node) {
		if n.kind == above {
			s.done[n.index] = s.analyseAbove(ctx, n)
		} else {
			o := s.analyseOwn(ctx, n)
			s.done[n.index] = o
			if o != nil && !o.hit && n.imported {
				s.w.mu.RLock()
				s.keep(ctx, n)
				s.w.mu.RUnlock()
			}
		}
		s.progress.step()
	})
	return ctx.Err()
}

// analyseAbove type-checks the declarations of a package of kind above. It returns nil if the run is cancelled.
func (s *settling) analyseAbove(ctx context.Context, n *node) *outcome {
	s.enter(ctx, n.deps)
	defer s.w.mu.RUnlock()
	if ctx.Err() != nil {
		return nil
	}
	o := &outcome{result: s.declareOnly(ctx, n)}
	o.sum, o.solid = s.typesSum(n)
	return o
}

// analyseOwn analyses a package, unless the cache has the result, now that its dependencies are settled. It returns nil if the run is cancelled.
// A panic becomes a problem of the package.
func (s *settling) analyseOwn(ctx context.Context, n *node) (o *outcome) {
	if o := s.lookup(n); o != nil {
		return o
	}
	defer func() {
		if v := recover(); v != nil {
			o = &outcome{failed: true, result: result{kept: kept{Broken: true, Problems: []finding.Problem{{
				Package: n.meta.PkgPath,
				Message: fmt.Sprintf("package is not analysed: errlint panicked: %v%s", v, panicSite()),
			}}}}}
		}
	}()
	began := time.Now()
	s.enter(ctx, n.deps)
	defer s.w.mu.RUnlock()
	if ctx.Err() != nil {
		return nil
	}
	defer s.opts.Stats.pkg(n.meta.ID, began)
	c := s.check(ctx, n, true)
	s.w.register(n, c.pkg)
	res := s.stateOf(c)
	if n.cgoFailed {
		res.Broken = true
	}
	if res.Shaky && !res.Broken {
		if p, ok := c.unusable(); ok {
			res.Broken = true
			c.problems = append(c.problems, p)
		}
	}
	res.Problems = c.all()
	o = &outcome{}
	if !res.Broken {
		sess, err := s.runAnalyzers(ctx, c)
		if err != nil {
			return nil
		}
		o.failed = len(sess.problems) > 0
		res.Problems = append(res.Problems, sess.problems...)
		res.Findings = finding.Sort(sess.findings)
		res.Hidden = finding.SortHidden(sess.hidden)
		facts, err := sess.facts.store()
		if err != nil {
			o.failed = true
			res.Problems = append(res.Problems, finding.Problem{Package: n.meta.PkgPath, Message: oneLine(err.Error())})
		}
		res.setFacts(facts)
		res.API, res.Functions = apiSum(c.pkg, res.facts())
	}
	if ctx.Err() != nil {
		return nil
	}
	unsound := res.Broken || res.Shaky
	if unsound {
		// The problems of external packages that were read from source may be the cause.
		for _, dep := range dependenciesFirst(n.deps) {
			if dep.kind == external {
				res.Problems = append(res.Problems, s.state(dep).Problems...)
			}
		}
	}
	o.result, o.sum = res, s.resultSum(n, &res)
	o.solid = !o.failed && s.onSolid(n) && !s.files.changed.Load() && !(unsound && (n.noInput || n.usesC || len(n.loop) > 0))
	if key, ok := s.resultKey(n, n.target); ok && o.solid && s.opts.Cache != nil {
		if text, ok := s.encode(n, res); ok {
			s.opts.Cache.Put(key, text)
		}
	}
	return o
}

// state returns the result of a package, as far as it is known.
func (s *settling) state(n *node) *result {
	if o := s.done[n.index]; o != nil {
		return &o.result
	}
	return new(result)
}
