package cache

import (
	"container/list"
	"sync"
)

// A memory holds entries that are not worth a file, such as results for a text that is being typed, which the next keystroke makes useless.
type memory struct {
	limit int

	mu      sync.Mutex
	entries map[Key]*list.Element
	order   *list.List // of *remembered, most recently used first
	size    int
	age     int
}

// A remembered entry has the age that the memory had when the entry was last used.
type remembered struct {
	key  Key
	data []byte
	used int
}

// InMemory returns a cache that has the entries of c, which may be nil, and keeps new ones in memory: at most limit
// bytes, of which it drops the least recently used first. It puts nothing into c.
func (c *Cache) InMemory(limit int) *Cache {
	in := &Cache{memory: &memory{limit: limit, entries: make(map[Key]*list.Element), order: list.New()}}
	if c != nil {
		in.directory, in.prog, in.ReadOnly = c.directory, c.prog, c.ReadOnly
	}
	return in
}

// Forget drops the entries in memory that have not been used during the last n calls of Forget.
func (c *Cache) Forget(n int) {
	m := c.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	m.age++
	for e := m.order.Back(); e != nil && e.Value.(*remembered).used <= m.age-n; e = m.order.Back() {
		m.drop(e)
	}
}

func (m *memory) drop(e *list.Element) {
	r := m.order.Remove(e).(*remembered)
	m.size -= len(r.data)
	delete(m.entries, r.key)
}

func (m *memory) get(k Key) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[k]
	if e == nil {
		return nil, false
	}
	r := e.Value.(*remembered)
	r.used = m.age
	m.order.MoveToFront(e)
	return r.data, true
}

func (m *memory) put(k Key, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[k] != nil || len(data) > m.limit {
		return
	}
	m.entries[k] = m.order.PushFront(&remembered{k, data, m.age})
	for m.size += len(data); m.size > m.limit; {
		m.drop(m.order.Back())
	}
}
