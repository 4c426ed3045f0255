// Command unaskedmain has errors that nobody gets but its own main function.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sync/errgroup"
)

func Run(name string) error { // want Run:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func RunAsked(name string) error { // want RunAsked:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

type server struct{}

func (server) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove("a")) // category: unasked // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// A closer is a type whose values are in an interface, and so are those of the field in it.
type closer struct{ Inner inner }

func (closer) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

type inner struct{}

func (inner) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

// A constrained is a type that a generic function is given.
type constrained struct{}

func (constrained) Close() error { // want Close:`makes\(always\)`
	return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
}

func isGone[C interface{ Close() error }](c C) bool { return errors.Is(c.Close(), fs.ErrNotExist) }

func start(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func stop(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	if err := start("a"); err != nil {
		panic(err)
	}
	must(stop("a"))
	if err := Run("a"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if errors.Is(RunAsked("a"), fs.ErrNotExist) {
		os.Exit(2)
	}
	if err := all([]string{"a"}); err != nil {
		panic(err)
	}
	fmt.Println(anyGone([]string{"a"}), given(new(errgroup.Group)), server{}.Close(), closer{}.Close(), inner{}.Close(), constrained{}.Close(), isGone(constrained{}), any(closer{}))
}
