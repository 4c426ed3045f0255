// want package:"own"

// Package recursive walks values of recursive types. The selections on such a walk have no end, so the
// model folds them; each of these functions once kept it busy for ever.
package recursive

import "errors"

var (
	ErrNode  = errors.New("node")  // want ErrNode:`wraps\(\) "node"`
	ErrTail  = errors.New("tail")  // want ErrTail:`wraps\(\) "tail"`
	ErrOther = errors.New("other") // want ErrOther:`wraps\(\) "other"`
)

type node struct {
	next, prev *node
	kids       []*node
	named      map[string]*node
	err        error
	other      error
}

func List(n *node) error { // want List:`errors\(result 0: {.*ErrNode .*ErrTail}\)`
	for n.next != nil {
		n = n.next
	}
	return n.err
}

func Leftmost(n *node) error { // want Leftmost:`errors\(result 0: {.*ErrNode .*ErrTail}\)`
	for len(n.kids) > 0 {
		n = n.kids[0]
	}
	return n.err
}

func Named(n *node) error { // want Named:`errors\(result 0: {.*ErrNode .*ErrTail}\)`
	for n.named["x"] != nil {
		n = n.named["x"]
	}
	return n.err
}

func Copied(n *node) error { // want Copied:`errors\(result 0: {.*ErrNode .*ErrTail}\)`
	for n.next != nil {
		*n = *n.next
	}
	return n.err
}

func OtherField(n *node) error { // want OtherField:`errors\(result 0: {.*ErrOther}\)`
	for n.next != nil {
		n = n.next
	}
	return n.other
}

var list = &node{err: ErrNode}

func Global() error { // want Global:`errors\(result 0: {.*ErrNode .*ErrTail}\)`
	for list.next != nil {
		list = list.next
	}
	return list.err
}

func store(n *node) {
	n.err = ErrNode
	n.next.err = ErrTail
	n.other = ErrOther
}

// One selection of a recursive field is exact.
func OneLevel() error { // want OneLevel:`errors\(result 0: {.*ErrTail}\)`
	n := &node{next: &node{err: ErrTail}, prev: &node{err: ErrOther}}
	return n.next.err
}

// Built of literals, and walked: any of the elements may be the last.
func Built() error { // want Built:`errors\(result 0: {.*ErrNode .*ErrOther .*ErrTail}\)`
	n := &node{err: ErrNode, next: &node{err: ErrTail, next: &node{err: ErrOther}}}
	for n.next != nil {
		n = n.next
	}
	return n.err
}

type request struct {
	more chan *request
	err  error
}

func Requests(r *request) error { // want Requests:`errors\(result 0: {.*ErrNode}\)`
	for r.more != nil {
		r = <-r.more
	}
	return r.err
}

func send() *request {
	r := &request{more: make(chan *request), err: ErrNode}
	r.more <- r
	return r
}

type scope struct {
	outer *scope
	vars  struct{ err error }
}

func Outermost(s *scope) error { // want Outermost:`errors\(result 0: {.*ErrOther}\)`
	for s.outer != nil {
		s = s.outer
	}
	return s.vars.err
}

func declare(s *scope) { s.vars.err = ErrOther }

// Types that are recursive by way of each other, and of containers.
type block struct {
	stmts []stmt
	err   error
}

type stmt struct {
	body *block
	alts map[string][]*block
	err  error
}

func Mutual(b *block) error { // want Mutual:`errors\(result 0: {.*ErrTail}\)`
	for len(b.stmts) > 0 {
		s := b.stmts[0]
		if s.body != nil {
			b = s.body
			continue
		}
		b = s.alts["else"][0]
	}
	return b.err
}

func fail(b *block) { b.err = ErrTail }

type nodes []nodes

func Containers(ns nodes, errs map[*nodes]error) error { // want Containers:`errors\(result 0: {param 1}\)`
	for len(ns) > 0 {
		ns = ns[0]
	}
	return errs[&ns]
}

type list2[T any] struct {
	next *list2[T]
	val  T
	err  error
}

func Generic[T any](l *list2[T]) error { // want Generic:`errors\(result 0: {.*ErrNode}\)`
	for l.next != nil {
		l = l.next
	}
	return l.err
}

func fill[T any](l *list2[T]) { l.err = ErrNode }

// A type that is recursive only by way of its argument.
type holder[T any] struct {
	val T
	err error
}

type held struct{ holder[*held] }

func Argument(h *held) error { // want Argument:`errors\(result 0: {.*ErrTail}\)`
	for h.val != nil {
		h = h.val
	}
	return h.err
}

func hold(h *held) { h.err = ErrTail }

// Through interfaces.
type wrapped struct {
	msg   string
	cause error
}

func (w *wrapped) Error() string { return w.msg }

func Root(err error) error { // want Root:`errors\(result 0: {param 0 less .*wrapped opaque}\)`
	for {
		w, ok := err.(*wrapped)
		if !ok {
			return err
		}
		err = w.cause
	}
}

type expr interface{ eval() error }

type bin struct{ x, y expr }
type not struct{ x expr }
type lit struct{ err error }

func (b *bin) eval() error { return b.x.eval() }
func (n *not) eval() error { return n.x.eval() }
func (l *lit) eval() error { return l.err }

// What is behind an interface is not known.
func Descend(e expr) error { // want Descend:`{opaque}`
	for {
		switch x := e.(type) {
		case *bin:
			e = x.x
			if x.y != nil {
				e = x.y
			}
		case *not:
			e = x.x
		case *lit:
			return x.err
		default:
			return nil
		}
	}
}

func literal(l *lit) { l.err = ErrOther }

// A function type that returns itself.
type state func(int) (state, error)

func Run(s state) (err error) { // want Run:`errors\(result 0: {result of param 0 opaque}\)`
	for s != nil && err == nil {
		s, err = s(0)
	}
	return err
}

// A literal that captures itself.
func Loop(n int) error { // want Loop:`errors\(result 0: {.*ErrNode}\)`
	var walk func(n int) error
	walk = func(n int) error {
		if n == 0 {
			return ErrNode
		}
		return walk(n - 1)
	}
	return walk(n)
}
