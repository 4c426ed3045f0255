package cache

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// helperVar says, in the environment of a process of this test, that it is to be a cache program, and of what kind.
const helperVar = "ERRLINT_TEST_CACHEPROG"

func TestMain(m *testing.M) {
	if text := os.Getenv(helperVar); text != "" {
		kind, dir, _ := strings.Cut(text, ":")
		helper(kind, dir)
		return
	}
	os.Exit(m.Run())
}

// helper is a cache program that keeps entries in a directory, and logs what it is asked.
func helper(kind, dir string) {
	enc := json.NewEncoder(os.Stdout)
	switch kind {
	case "dies":
		return
	case "babbles":
		fmt.Println("hello")
		return
	}
	known := []string{"get", "put", "close"}
	if kind == "getonly" {
		known = known[:1]
	}
	enc.Encode(progResponse{KnownCommands: known})
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	dec := json.NewDecoder(bufio.NewReader(os.Stdin))
	for {
		var req progRequest
		if err := dec.Decode(&req); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		var body []byte
		if req.BodySize > 0 {
			if err := dec.Decode(&body); err != nil || int64(len(body)) != req.BodySize {
				panic(fmt.Sprint("body of ", len(body), err))
			}
		}
		fmt.Fprintln(log, req.Command)
		res := progResponse{ID: req.ID}
		name := filepath.Join(dir, fmt.Sprintf("%x", req.ActionID))
		switch req.Command {
		case "put":
			if err := os.WriteFile(name, body, 0o666); err != nil {
				res.Err = err.Error()
			}
			res.DiskPath = name
		case "get":
			if kind == "halts" {
				return
			}
			_, err := os.Stat(name)
			if res.Miss = err != nil; !res.Miss {
				res.DiskPath = name
			}
		}
		enc.Encode(res)
		if req.Command == "close" {
			return
		}
	}
}

// through returns a cache that goes through a program of a kind, and what the program is asked from then on.
func through(t *testing.T, kind, dir string) (c *Cache, asked func() map[string]int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c = open(t)
	c.Through("env " + helperVar + "=" + kind + ":" + dir + " " + strconv.Quote(exe))
	log := filepath.Join(dir, "log")
	before, _ := os.ReadFile(log)
	return c, func() map[string]int {
		c.Close()
		text, _ := os.ReadFile(log)
		counts := make(map[string]int)
		for line := range strings.Lines(string(text[len(before):])) {
			counts[strings.TrimSpace(line)]++
		}
		return counts
	}
}

func needEnv(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/usr/bin/env"); err != nil {
		t.Skip("takes a program env")
	}
}

func TestProgram(t *testing.T) {
	t.Parallel()
	needEnv(t)
	dir := t.TempDir()
	expect := func(what string, asked func() map[string]int, want map[string]int) {
		t.Helper()
		if got := asked(); !maps.Equal(got, want) {
			t.Errorf("%s: the program was asked %v, want %v", what, got, want)
		}
	}
	large := strings.Repeat("large ", 100_000)
	c, asked := through(t, "sound", dir)
	if _, ok := c.Get(key(0)); ok {
		t.Error("there is an entry in the beginning")
	}
	c.Put(key(0), []byte("zero"))
	c.Put(key(1), []byte(large))
	c.Local().Put(key(2), []byte("local"))
	for range 2 {
		if data, ok := c.Get(key(1)); !ok || string(data) != large {
			t.Errorf("got %d bytes, %t", len(data), ok)
		}
	}
	expect("one machine", asked, map[string]int{"get": 1, "put": 2, "close": 1})

	c, asked = through(t, "sound", dir)
	for range 2 {
		if data, ok := c.Get(key(1)); !ok || string(data) != large {
			t.Errorf("elsewhere: got %d bytes, %t", len(data), ok)
		}
	}
	if _, ok := c.Local().Get(key(0)); ok {
		t.Error("an entry that the program has is in the directory")
	}
	if _, ok := c.Get(key(2)); ok {
		t.Error("the program has an entry that is not for others")
	}
	expect("another machine", asked, map[string]int{"get": 2, "close": 1})

	c, asked = through(t, "sound", dir)
	c.ReadOnly = true
	c.Put(key(5), []byte("five"))
	c.Local().Put(key(6), []byte("six"))
	if data, ok := c.Get(key(0)); !ok || string(data) != "zero" {
		t.Errorf("read-only: got %q, %t", data, ok)
	}
	if n, _ := c.Size(); n != 0 {
		t.Errorf("read-only: %d entries", n)
	}
	if err := c.Trim(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(c.dir); err == nil {
		t.Error("read-only: there is a directory")
	}
	expect("read-only", asked, map[string]int{"get": 1, "close": 1})

	c, asked = through(t, "getonly", dir)
	c.Put(key(7), []byte("seven"))
	_, here := c.Local().Get(key(7))
	if _, ok := c.Get(key(8)); ok || !here {
		t.Error("a program that takes nothing: the entry is not in the directory")
	}
	expect("it takes nothing", asked, map[string]int{"get": 1})

	// What does not check out is none, from wherever it comes.
	text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%x", key(1))))
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-1]++
	for i, bad := range [][]byte{text, nil, []byte("foreign")} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%x", key(1))), bad, 0o666); err != nil {
			t.Fatal(err)
		}
		c, _ = through(t, "sound", dir)
		data, ok := c.Get(key(1))
		if _, here := c.Local().Get(key(1)); ok || here {
			t.Errorf("%d: an entry that does not check out is used: %d bytes", i, len(data))
		}
		c.Close()
	}
}

// TestProgramFails checks that a program which is of no use costs nothing but its help.
func TestProgramFails(t *testing.T) {
	t.Parallel()
	needEnv(t)
	for _, kind := range []string{"dies", "babbles", "halts", ""} {
		c, _ := through(t, kind, t.TempDir())
		if kind == "" {
			c.Through("no-such-program-anywhere 'with a word'")
		}
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				if _, ok := c.Get(key(i)); ok {
					t.Errorf("%s: there is an entry", kind)
				}
				c.Put(key(i), []byte("data"))
			})
		}
		wg.Wait()
		if n := len(has(c, 8)); n != 8 || c.Err() != nil {
			t.Errorf("%s: %d entries in the directory, %v", kind, n, c.Err())
		}
		if c.ProgramErr() == nil {
			t.Errorf("%s: nobody says so", kind)
		}
		c.Close()
	}
}

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"":                           nil,
		"  a  b\tc\n":                {"a", "b", "c"},
		`"/a b/c" -d='x' 'e "f"' ""`: {"/a b/c", "-d='x'", `e "f"`, ""},
		`'unclosed`:                  nil,
		`a "unclosed`:                nil,
	} {
		got, err := splitCommand(line)
		if strings.Contains(line, "unclosed") != (err != nil) || err == nil && !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}
