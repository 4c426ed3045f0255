package driver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/errlint/errlint/internal/finding"
)

// An outcome is what a run knows of a package in the end.
type outcome struct {
	hit bool // the result was in the cache

	sum digest // of what all packages above see of this one, and of all that it depends on; without the functions in the result

	// solid packages have a sum that stands for them. The results of packages that depend on
	// others are not kept.
	solid bool

	result result
	failed bool // an analyzer failed
}

// outcomes are those of the packages that are settled, by the index of the node; nil for the others. Each is set by the step that
// deals with the node in a walk, before those of the packages that import it. An external package that is read from source gets another one, with
// what was found out about it.
type outcomes []*outcome

// A settling is how far a run has come: what there is, the types of it, and what is settled.
type settling struct {
	*plan
	w    *world
	done outcomes
}

// settle gets the results for all own packages that are wanted: from the cache or, where
// something has changed, by analysis.
func (p *plan) settle(ctx context.Context, w *world) (outcomes, error) {
	p.opts.Stats.phase("looking into the cache")
	s := &settling{p, w, make(outcomes, len(p.nodes))}
	s.probe(ctx)
	open := s.open()
	// Those that depend on nothing that is open have changed. The others may not see the change, and then need no
	// types. But if it is not known where types are, to ask the go command twice would take longer. Nor may any come from source that export data
	// has already spoken of.
	changed := slices.DeleteFunc(slices.Clone(open), func(n *node) bool { return slices.ContainsFunc(n.deps, s.pending) })
	if len(changed) < len(open) && s.locatedAll(open) {
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

// pending reports whether a package is to be settled before those that import it.
func (s *settling) pending(n *node) bool { return n.kind != external && s.done[n.index] == nil }

// open returns the packages that are to be settled and are not, each after those that it depends on: the targets and, for the facts, the own
// packages among what they depend on. Without analyzers, all own packages are type-checked.
func (s *settling) open() []*node {
	wanted := slices.DeleteFunc(slices.Clone(s.order), func(n *node) bool {
		return n.kind != own || !n.target && len(s.opts.Analyzers) > 0
	})
	return slices.DeleteFunc(dependenciesFirst(wanted), func(n *node) bool { return !s.pending(n) })
}

// probe settles what can be settled without a look into any package.
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

// lookup returns what the cache has of an own package; nil if it has nothing.
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

// analyse settles packages that are in an order in which each comes after those that it depends on.
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

// analyseAbove type-checks the declarations of a package that is not analysed. It returns nil if the run is cancelled.
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

// analyseOwn analyses a package, unless by now, with its dependencies settled, the cache has the result. It returns nil if the run is cancelled.
// Whatever panics on the way costs the package, and no other.
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
		// What is wrong with external packages is found where they are read from source.
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

// state returns what is known of a package that another depends on.
func (s *settling) state(n *node) *result {
	if o := s.done[n.index]; o != nil {
		return &o.result
	}
	return new(result)
}
