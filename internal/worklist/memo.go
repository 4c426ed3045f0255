package worklist

import "sync"

// A Memo remembers the answers to questions, so that each is found once. The zero value is empty.
type Memo[K comparable, V any] struct{ answers map[K]V }

// Get returns the answer to a question, which it gets from find if the question is new. If find asks the same question
// again it gets the zero value, so that recursion ends.
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

// A SharedMemo is a [Memo] for concurrent use.
type SharedMemo[K comparable, V any] struct {
	mu    sync.Mutex
	found map[K]V
}

// Get returns the answer for a key, which it gets from find if the key is new. find may ask for other keys. If two
// goroutines look for the same key, both get the answer that was found first.
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
