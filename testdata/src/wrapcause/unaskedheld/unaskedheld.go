// Package unaskedheld has functions, and values with methods, that the package keeps in variables, containers, fields and interfaces, and
// where it finds them again.
package unaskedheld

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
)

// A table that one function reads, and logs what the functions return.

type handlerFunc func(name string) error

var handlers = map[string]handlerFunc{
	"remove": func(name string) error {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("remove: %v", err) // category: unasked // want `fmt.Errorf formats err with %v`
		}
		return nil
	},
	"chdir": chdir,
}

func chdir(name string) error {
	return fmt.Errorf("chdir: %v", os.Chdir(name)) // category: unasked // want `fmt.Errorf formats os.Chdir\(name\) with %v`
}

func init() {
	handlers["mkdir"] = func(name string) error {
		return fmt.Errorf("mkdir: %v", os.Mkdir(name, 0o755)) // category: unasked // want `fmt.Errorf formats os.Mkdir\(name, 0o755\) with %v`
	}
}

func Handle(op, name string) {
	if handler, ok := handlers[op]; ok {
		if err := handler(name); err != nil {
			log.Print(err)
		}
	}
	for _, handler := range handlers {
		log.Print(handler(name))
	}
}

// What a function is called is none of its errors; what is made of it again may be called.

func Described(op string) string {
	run := func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}
	log.Print(run())
	return runtime.FuncForPC(reflect.ValueOf(run).Pointer()).Name() + reflect.ValueOf(run).Kind().String()
}

func Reflected() bool {
	run := func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}
	log.Print(run())
	again, ok := reflect.ValueOf(run).Interface().(func() error)
	return ok && errors.Is(again(), fs.ErrNotExist)
}

// One that everybody can read.

var Handlers = map[string]handlerFunc{
	"remove": func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
	},
}

func HandleExported(name string) { log.Print(Handlers["remove"](name)) }

// One that is handed on under another name.

var handed = map[string]handlerFunc{}

func init() {
	handed["remove"] = func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
	}
}

func HandleHanded(name string) { log.Print(handed["remove"](name)) }

func Handed() map[string]handlerFunc { return handed }

// One that is also somebody else's where something is put in.

var aliased map[string]handlerFunc

func Alias(all map[string]handlerFunc) {
	aliased = all
	aliased["remove"] = func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
	}
	log.Print(aliased["remove"]("a"))
}

// One whose reader asks.

var askedHandlers = []handlerFunc{
	func(name string) error {
		return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
	},
}

func HandleAsked(name string) bool {
	for _, handler := range askedHandlers {
		if errors.Is(handler(name), fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// A table of structs, and a field of an exported one that no other package can read.

var steps = []struct {
	name string
	run  func() error
}{
	{"remove", func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}},
}

func Steps() {
	for _, step := range steps {
		log.Print(step.name, step.run())
	}
}

type Server struct {
	OnStop func() error
	stop   func() error
	stops  []func() error
	later  func() error
}

func New() *Server {
	s := &Server{
		stop: func() error {
			return fmt.Errorf("stop: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
		},
		OnStop: func() error {
			return fmt.Errorf("stop: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
		},
		later: func() error {
			return fmt.Errorf("stop: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
		},
	}
	s.stops = append(s.stops, func() error {
		return fmt.Errorf("stop: %v", os.Remove("b")) // category: unasked // want `fmt.Errorf formats os.Remove\("b"\) with %v`
	})
	return s
}

func (s *Server) Stop() {
	log.Print(s.stop(), s.OnStop())
	for _, stop := range s.stops {
		log.Print(stop())
	}
}

func (s *Server) Later() func() error { return s.later }

// A struct that becomes one of another type, with the same fields.

type from struct{ run func() error }

type to struct{ run func() error }

func Converted() bool {
	f := from{func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}}
	log.Print(f.run())
	return errors.Is(to(f).run(), fs.ErrNotExist)
}

// Two struct types that are one and the same.

func Identical() bool {
	var f struct{ run func() error }
	f.run = func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	}
	log.Print(f.run())
	var g struct{ run func() error } = f
	return errors.Is(g.run(), fs.ErrNotExist)
}

// A function is given to one of the package that keeps it, or to one elsewhere.

var registered []func() error

func register(run func() error) { registered = append(registered, run) }

func Register() {
	register(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	})
	for _, run := range registered {
		log.Print(run())
	}
	once := sync.OnceValue(func() error {
		return fmt.Errorf("remove: %v", os.Remove("b")) // category: format // want `fmt.Errorf formats os.Remove\("b"\) with %v`
	})
	log.Print(errors.Is(once(), fs.ErrNotExist))
}

// A function is given to one that returns what it does.

func Walk(dir string) {
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		return fmt.Errorf("remove: %v", os.Remove(path)) // category: unasked // want `fmt.Errorf formats os.Remove\(path\) with %v`
	})
	log.Print(err)
}

func WalkAsked(dir string) bool {
	return errors.Is(filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		return fmt.Errorf("remove: %v", os.Remove(path)) // category: format // want `fmt.Errorf formats os.Remove\(path\) with %v`
	}), fs.ErrNotExist)
}

// A function type with a method, which runs it.

type runner interface{ Run() error }

type runFunc func() error

func (f runFunc) Run() error { return f() }

func RunFunc() bool {
	var r runner = runFunc(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	})
	return errors.Is(r.Run(), fs.ErrNotExist)
}

func RunFuncLogged() {
	var r runner = logged(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	})
	r.Run()
}

type logged func() error

func (f logged) Run() error { log.Print(f()); return nil } // want Run:`tells \[0\]`

// Methods of types that nobody else can have values of: called by name, and by way of an interface.

type sender struct{ to string }

func (s sender) Send() error { // want Send:`makes\(always\)`
	return fmt.Errorf("send: %v", os.Remove(s.to)) // category: unasked // want `fmt.Errorf formats os.Remove\(s.to\) with %v`
}

func Send() {
	s := sender{"a"}
	fmt.Println(s.Send())
}

type protocol struct{}

func (*protocol) Loop() error { // want Loop:`makes\(always\)`
	return fmt.Errorf("loop: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// A Looper is what runs protocols.
type Looper interface{ Loop() error }

type proxy struct{ loopers map[string]Looper }

func Loop(which string) {
	var l Looper
	switch which {
	case "v1":
		l = &protocol{}
	default:
		return
	}
	p := &proxy{map[string]Looper{"v2": &protocol{}}}
	for _, l := range p.loopers {
		log.Print(l.Loop())
	}
	if err := l.Loop(); err != nil {
		log.Print(err)
	}
}

type remover struct{}

func (remover) remove(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func Remover(r interface{ remove(string) error }) { log.Print(r.remove("a"), remover{}.remove("a")) }

// One of them asks.

type askedProtocol struct{}

func (*askedProtocol) Loop() error { // want Loop:`makes\(always\)`
	return fmt.Errorf("loop: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func LoopAsked() bool {
	var l Looper = new(askedProtocol)
	log.Print(l.Loop())
	return errors.Is(l.Loop(), fs.ErrNotExist)
}

// Somebody else has it: who is given the interface, who is returned the type, who gets it as a part of something.

type given struct{}

func (given) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func Given(closers func(...io.Closer)) {
	log.Print(given{}.Close())
	closers(given{})
}

type returned struct{}

func (returned) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func Returned() *returned {
	log.Print(returned{}.Close())
	return new(returned)
}

type embedded struct{}

func (embedded) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

type Embedding struct{ embedded }

func (e Embedding) Log() { log.Print(e.embedded.Close()) }

type inPool struct{}

func (*inPool) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func InPool(pool *sync.Pool) {
	c := new(inPool)
	log.Print(c.Close())
	pool.Put([]*inPool{c})
}

type typeArgument struct{}

func (typeArgument) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func TypeArgument() bool {
	log.Print(typeArgument{}.Close())
	return closes(typeArgument{})
}

func closes[C io.Closer](c C) bool { return errors.Is(c.Close(), fs.ErrNotExist) }

type methodOfInterface struct{}

func (methodOfInterface) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func MethodOfInterface() func() error {
	var c io.Closer = methodOfInterface{}
	log.Print(c.Close())
	return c.Close
}

// It is logged as a whole, too: nobody calls it for that.

type printed struct{}

func (printed) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("close: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func Printed() {
	var c io.Closer = printed{}
	log.Println(c)
	log.Print(c.Close())
}
