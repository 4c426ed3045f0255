package driver

import (
	"go/types"
	"testing"

	"github.com/errlint/errlint/internal/cache"
	"github.com/google/go-cmp/cmp"
)

// TestSession checks that a run takes the types of external packages from the one before, if they are what it would
// read, and finds with them what it finds without. TestEdits makes random edits in a session.
func TestSession(t *testing.T) {
	t.Parallel()
	r := newReuse(t)
	r.run() // which sets the analyzers
	session := new(Session)
	run := func() map[string]*types.Package {
		t.Helper()
		opts := r.options()
		want := mustRun(t, opts)
		opts.Cache, opts.Session = cache.Open(r.cache), session
		if diff := cmp.Diff(see(want), see(mustRun(t, opts))); diff != "" {
			t.Errorf("the result in a session differs (-without +with):\n%s", diff)
		}
		if session.kept == nil {
			return nil
		}
		return session.kept.imports
	}
	edit := func(n string) {
		t.Helper()
		r.replace("other/other.go", "return strings.TrimSpace(s", "_ = "+n+"\n\treturn strings.TrimSpace(s")
	}
	edit("1")
	first := run() // it may have types from source, where the go command has no export data
	edit("2")
	if first == nil {
		first = run()
		edit("3")
	}
	if first["strings"] == nil {
		t.Fatal("nothing is kept")
	}
	if second := run(); second["strings"] != first["strings"] {
		t.Error("the package is read again")
	}
	if second := run(); second["strings"] != first["strings"] {
		t.Error("a run that looks at no package loses what is kept")
	}
	for path := range session.kept.imports {
		if path == "example.com/m/low" {
			t.Errorf("%s is kept, which is not external", path)
		}
	}
	files := len(session.kept.files)
	edit("4")
	if run(); len(session.kept.files) != files {
		t.Errorf("after another run there are %d files, before there were %d", len(session.kept.files), files)
	}

	r.opts.Env = append(r.opts.Env, "GOARCH=386")
	edit("5")
	if third := run(); third["strings"] == first["strings"] {
		t.Error("types for one architecture are taken for those of another")
	}
}
