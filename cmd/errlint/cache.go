package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"slices"

	"github.com/errlint/errlint/internal/cache"
	"github.com/errlint/errlint/internal/driver"
	"github.com/errlint/errlint/internal/printer"
)

// noCache is the value of -cache and ERRLINT_CACHE that disables the cache.
const noCache = "off"

// cachePlace returns the directory of the cache; "" if there is none.
func (c *command) cachePlace() string {
	switch dir := cmp.Or(c.cacheDir, c.getenv("ERRLINT_CACHE")); dir {
	case noCache:
		return ""
	case "":
		user, err := os.UserCacheDir()
		if err != nil {
			return "" // no home directory, as in some containers
		}
		return filepath.Join(user, "errlint")
	default:
		return c.abs(dir)
	}
}

// cache returns the cache of results; nil if there is none.
func (c *command) cache() *cache.Cache {
	if !c.opened {
		c.opened = true
		if dir := c.cachePlace(); dir != "" {
			c.results = cache.Open(dir)
			c.results.ReadOnly = c.readOnlyCache()
			if prog := cmp.Or(c.getenv("ERRLINT_CACHEPROG"), c.getenv("GOCACHEPROG")); prog != "" && prog != noCache {
				c.results.Through(prog)
			}
		}
	}
	return c.results
}

// readOnlyCache reports whether the cache must not be changed.
func (c *command) readOnlyCache() bool {
	return c.cacheReadOnly || c.getenv("ERRLINT_CACHE_READONLY") == "1"
}

// endCache trims the cache, and warns once if the cache or its program failed.
func (c *command) endCache() {
	if c.warned {
		return
	}
	err := c.cache().Err()
	if err == nil {
		err = c.cache().Trim()
	}
	if err != nil {
		c.warned = true
		c.note(fmt.Sprintf("nothing is kept for the next run: %s", err))
	} else if err := c.cache().ProgramErr(); err != nil {
		c.warned = true
		c.note(fmt.Sprintf("the cache program is not used: %s", err))
	}
}

func (c *command) cacheFlags() {
	c.flags.BoolVar(&c.clean, "clean", false, "empty the cache")
}

// showCache shows the size of the cache, or empties it.
func (c *command) showCache(context.Context, []string) int {
	dir := c.cachePlace()
	if dir == "" {
		return c.fail(errors.New("there is no cache: -cache or ERRLINT_CACHE is " + noCache + ", or the user has no cache directory"))
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return c.fail(fmt.Errorf("the cache is to be in %s, which is no directory", dir))
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c.fail(fmt.Errorf("the cache: %w", err))
	}
	store := cache.Open(dir)
	if c.clean {
		if c.readOnlyCache() {
			return c.failUsage(errors.New("-clean removes what -cache-readonly, or ERRLINT_CACHE_READONLY, says to leave as it is"))
		}
		if err := store.Clean(); err != nil {
			return c.fail(err)
		}
	}
	entries, size := store.Size()
	noun := "entries"
	if entries == 1 {
		noun = "entry"
	}
	return c.write(fmt.Sprintf("%s: %d %s, %.1f MiB\n", printer.Clean(dir), entries, noun, float64(size)/(1<<20)))
}

// topPackages is the number of packages that -stats names: those that took longest.
const topPackages = 10

// showStats shows where a run spent its time.
func (c *command) showStats(s *driver.Stats) {
	if s == nil {
		return
	}
	section := func(title string, list []driver.Spent) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintln(c.stderr, title)
		for _, s := range list {
			fmt.Fprintf(c.stderr, "%9.3f s  %s\n", s.Time.Seconds(), printer.Clean(s.Name))
		}
	}
	rules := slices.DeleteFunc(slices.Clone(s.Rules), func(s driver.Spent) bool { return s.Time == 0 })
	packages := slices.SortedStableFunc(slices.Values(s.Packages), func(a, b driver.Spent) int { return cmp.Compare(b.Time, a.Time) })
	section("phases", s.Phases)
	section("rules, and what they share, in all packages", rules)
	section("packages that took longest", packages[:min(topPackages, len(packages))])
	if len(s.Counters) > 0 {
		fmt.Fprintln(c.stderr, "counted in what was analysed")
		for _, name := range slices.Sorted(maps.Keys(s.Counters)) {
			fmt.Fprintf(c.stderr, "%9d    %s\n", s.Counters[name], printer.Clean(name))
		}
	}
	fmt.Fprintf(c.stderr, "%s from the cache, %d analysed\n", printer.Count(s.Hits, "package"), s.Misses)
}

// profile starts the profiles that the flags ask for, and returns the function that ends
// and writes them.
func (c *command) profile() (end func() error, err error) {
	var ends []func() error
	end = func() error {
		var errs []error
		for _, f := range ends {
			errs = append(errs, f())
		}
		return errors.Join(errs...)
	}
	for _, p := range []struct {
		flag, name string
		begin      func(io.Writer) error
		stop       func()
	}{
		{"cpuprofile", c.cpuProfile, pprof.StartCPUProfile, pprof.StopCPUProfile},
		{"trace", c.trace, trace.Start, trace.Stop},
		{"memprofile", c.memProfile, nil, nil},
	} {
		if p.name == "" {
			continue
		}
		f, err := os.Create(c.abs(p.name))
		if err == nil && p.begin != nil {
			if err = p.begin(f); err != nil {
				err = errors.Join(err, f.Close())
			}
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("-%s: %w", p.flag, err), end())
		}
		ends = append(ends, func() error {
			if p.stop != nil {
				p.stop()
				return f.Close()
			}
			runtime.GC() // so that the numbers of bytes in use are up to date
			return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
		})
	}
	return end, nil
}
