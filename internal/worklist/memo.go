package worklist

import "sync"

// A Memo has the answers to questions that have been asked, so that each is found once. The zero value has none.
type Memo[K comparable, V any] struct{ answers map[K]V }

// Get returns the answer to a question. Who asks the same while find is looking for it gets the zero value, so that this ends.
func (m *Memo[K, V]) Get(k K, find func(K) V) V {
	v, known := m.answers[k]
	if known {
		return v
	}
	if m.answers == nil {
		m.answers = make(map[K]V)
	}
	m.answers[k] = v
	v = find(k)
	m.answers[k] = v
	return v
}

// Clear forgets all answers.
func (m *Memo[K, V]) Clear() { clear(m.answers) }

// A SharedMemo is a [Memo] that several goroutines may use.
type SharedMemo[K comparable, V any] struct {
	mu    sync.Mutex
	found map[K]V
}

// Get returns what is remembered of a key, which find finds if it is asked for first. Find may ask for other keys. Of two goroutines that
// look for the same, both get what the first one found.
func (m *SharedMemo[K, V]) Get(key K, find func(K) V) V {
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
