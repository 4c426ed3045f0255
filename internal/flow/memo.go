package flow

import "sync"

// A Memo remembers what was found for each key. The zero value is empty; several goroutines may use one.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	found map[K]V
}

// Get returns what is remembered of a key, which find finds if it is asked for first. Find may ask for other keys. Of two goroutines that
// look for the same, both get what the first one found.
func (m *Memo[K, V]) Get(key K, find func(K) V) V {
	m.mu.Lock()
	v, ok := m.found[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = find(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.found[key]; ok {
		return first
	}
	if m.found == nil {
		m.found = make(map[K]V)
	}
	m.found[key] = v
	return v
}
