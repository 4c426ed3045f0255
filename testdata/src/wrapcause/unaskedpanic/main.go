// Command unaskedpanic recovers what it panics with, and asks for it.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

func start(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func stop(name string) error {
	return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	defer func() {
		if err, ok := recover().(error); ok && errors.Is(err, fs.ErrNotExist) {
			os.Exit(2)
		}
	}()
	if err := start("a"); err != nil {
		panic(err)
	}
	must(stop("a"))
}
