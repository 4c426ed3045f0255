package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sync/errgroup"
)

// What a group is given returns errors that its Wait does.

func all(names []string) error {
	g, _ := errgroup.WithContext(context.Background())
	g.SetLimit(2)
	for _, name := range names {
		g.Go(func() error {
			return fmt.Errorf("remove: %v", os.Remove(name)) // category: unasked // shape: wrapcause/unasked-group // want `fmt.Errorf formats os.Remove\(name\) with %v`
		})
	}
	return g.Wait()
}

func anyGone(names []string) bool {
	var g errgroup.Group
	for _, name := range names {
		g.Go(func() error {
			return fmt.Errorf("remove: %v", os.Remove(name)) // category: format // want `fmt.Errorf formats os.Remove\(name\) with %v`
		})
	}
	return errors.Is(g.Wait(), fs.ErrNotExist)
}

func given(g *errgroup.Group) error {
	g.Go(func() error {
		return fmt.Errorf("remove: %v", os.Remove("a")) // category: format // want `fmt.Errorf formats os.Remove\("a"\) with %v`
	})
	return nil
}
