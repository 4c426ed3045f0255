package worklist

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
