// Package sources has error maps and structs that are not made and set in one place.
package sources

import (
	"maps"
	"os"

	"noerrordict/helpers"
)

func stat(name string) error { _, err := os.Stat(name); return err }

func setError(m map[string]any, err error) { m["error"] = err.Error() }

func setter(name string) (map[string]any, error) {
	m := map[string]any{"name": name}
	if err := stat(name); err != nil {
		setError(m, err) // shape: noerrordict/setter // want `^setter returns a map with the key "error" set from err: return the error instead$`
	}
	return m, nil
}

func setThrough(m map[string]any, err error) { setError(m, err) }

func setterOfSetter(name string) (map[string]any, error) {
	m := map[string]any{}
	if err := stat(name); err != nil {
		setThrough(m, err) // want `setterOfSetter returns a map with the key "error" set from err`
	}
	return m, nil
}

func setterElsewhere(name string) (map[string]any, error) {
	m := map[string]any{}
	if err := stat(name); err != nil {
		helpers.SetError(m, err) // shape: noerrordict/setter-cross-package // want `setterElsewhere returns a map with the key "error" set from err`
	}
	return m, nil
}

// Reply is a reply.
type Reply struct {
	Name  string
	Error string
}

func (r *Reply) fail(err error) { r.Error = err.Error() }

func method(name string) (*Reply, error) {
	r := &Reply{Name: name}
	if err := stat(name); err != nil {
		r.fail(err) // shape: noerrordict/setter-method // want `method returns Reply with field Error set from err`
	}
	return r, nil
}

func parameter(m map[string]any, name string) (map[string]any, error) {
	if err := stat(name); err != nil {
		m["error"] = err.Error() // shape: noerrordict/map-parameter // want `parameter returns a map with the key "error" set from err`
	}
	return m, nil
}

func clone(name string) (map[string]any, error) {
	if err := stat(name); err != nil {
		m := map[string]any{"error": err.Error()} // shape: noerrordict/map-clone // want `clone returns a map with the key "error" set from err`
		return maps.Clone(m), nil
	}
	return nil, nil
}

func anonymous(name string) (any, error) {
	if err := stat(name); err != nil {
		return struct{ Error string }{err.Error()}, nil // shape: noerrordict/struct-anonymous // want `anonymous returns a struct with field Error set from err`
	}
	return nil, nil
}

func deferred(name string) (res map[string]any, _ error) {
	var err error
	defer func() {
		if err != nil {
			res = map[string]any{"error": err.Error()} // shape: noerrordict/deferred // want `deferred returns a map with the key "error" set from err`
		}
	}()
	err = stat(name)
	return nil, nil
}

func deferredEntry(name string) (map[string]any, error) {
	res := map[string]any{}
	var err error
	defer func() {
		if err != nil {
			res["error"] = err.Error() // want `deferredEntry returns a map with the key "error" set from err`
		}
	}()
	err = stat(name)
	return res, nil
}

func generic[M ~map[string]any](m M, name string) (M, error) {
	if err := stat(name); err != nil {
		m["error"] = err.Error() // shape: noerrordict/map-generic // want `generic returns a map with the key "error" set from err`
	}
	return m, nil
}

func genericMade[M ~map[string]any](name string) (M, error) {
	m := make(M)
	if err := stat(name); err != nil {
		m["error"] = err.Error() // want `genericMade returns a map with the key "error" set from err`
	}
	return m, nil
}

func setterDeferred(name string) (map[string]any, error) {
	m := map[string]any{}
	if err := stat(name); err != nil {
		defer setError(m, err) // shape: noerrordict/setter-deferred // want `setterDeferred returns a map with the key "error" set from err`
	}
	return m, nil
}

func newMap(name string) map[string]any { return map[string]any{"name": name} }

func constructedMap(name string) (map[string]any, error) {
	m := newMap(name)
	if err := stat(name); err != nil {
		m["error"] = err.Error() // shape: noerrordict/constructed-map // want `constructedMap returns a map with the key "error" set from err`
	}
	return m, nil
}

func newReply(name string) *Reply { return &Reply{Name: name} }

func constructed(name string) (*Reply, error) {
	r := newReply(name)
	if err := stat(name); err != nil {
		r.Error = err.Error() // shape: noerrordict/constructed-struct // want `constructed returns Reply with field Error set from err`
	}
	return r, nil
}

func deferredField(name string) (res *Reply, _ error) {
	res = &Reply{}
	var err error
	defer func() {
		if err != nil {
			res.Error = err.Error() // shape: noerrordict/deferred-field // want `deferredField returns Reply with field Error set from err`
		}
	}()
	err = stat(name)
	return res, nil
}

type result map[string]any

func (r result) fail(err error) result { r["error"] = err.Error(); return r }

func chained(name string) (result, error) {
	if err := stat(name); err != nil {
		return result{"name": name}.fail(err), nil // shape: noerrordict/chained // want `^chained returns a map with the key "error" set from err: return the error instead$`
	}
	return nil, nil
}

func nested(name string) (map[string]any, error) {
	if err := stat(name); err != nil {
		return map[string]any{"error": map[string]any{"message": err.Error(), "kind": "stat"}}, nil // shape: noerrordict/nested-message // want `nested returns a map with the key "error" set from err`
	}
	return nil, nil
}

func nestedItems(names []string) (map[string]any, error) {
	errs := map[string]any{}
	for _, name := range names {
		if err := stat(name); err != nil {
			errs["last"] = err.Error()
		}
	}
	return map[string]any{"errors": errs}, nil // shape: noerrordict/not-nested-loop
}

// What belongs to the caller, or is kept, is state.

var replies = map[string]*Reply{}

func lookUp(name string) *Reply { return replies[name] }

func kept(name string) (*Reply, error) {
	r := lookUp(name)
	if err := stat(name); err != nil {
		r.Error = err.Error() // shape: noerrordict/not-kept-record
	}
	return r, nil
}

func structParameter(r *Reply, name string) (*Reply, error) {
	if err := stat(name); err != nil {
		r.Error = err.Error() // shape: noerrordict/not-struct-parameter
	}
	return r, nil
}

// Records of the items of a batch, however many functions they go through.

func checkAll(names []string) ([]map[string]any, error) {
	var out []map[string]any
	for _, name := range names {
		out = append(out, checkOne(name))
	}
	return out, nil
}

func checkOne(name string) map[string]any {
	if err := stat(name); err != nil {
		return failure(name, err)
	}
	if name == "" {
		return missing()
	}
	return map[string]any{"name": name}
}

func failure(name string, err error) map[string]any {
	return map[string]any{"name": name, "error": err.Error()} // shape: noerrordict/not-batch-helper-of-helper
}

func missing() map[string]any {
	if err := stat("x"); err != nil {
		return map[string]any{"error": err.Error()} // shape: noerrordict/not-batch-own-error
	}
	return nil
}

func checkTree(names []string) []Reply {
	var out []Reply
	for _, name := range names {
		out = append(out, walk(name, 3))
	}
	return out
}

func walk(name string, depth int) Reply {
	if depth > 0 {
		return walk(name+"/..", depth-1)
	}
	if err := stat(name); err != nil {
		return Reply{Error: err.Error()} // shape: noerrordict/not-batch-recursive
	}
	return Reply{Name: name}
}
