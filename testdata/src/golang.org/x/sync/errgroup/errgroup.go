// Package errgroup has the signatures of golang.org/x/sync/errgroup that test cases use.
package errgroup

import "context"

type Group struct{ err error }

func WithContext(ctx context.Context) (*Group, context.Context) { return new(Group), ctx }
func (g *Group) Go(f func() error)                              { g.err = f() }
func (g *Group) TryGo(f func() error) bool                      { g.err = f(); return true }
func (g *Group) SetLimit(n int)                                 {}
func (g *Group) Wait() error                                    { return g.err }
