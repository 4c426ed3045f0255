package cache

import "sync"

// A memory holds entries that are not worth a file: of what is typed in, which is gone with the next key.
type memory struct {
	below *Cache // has the rest
	limit int

	mu      sync.Mutex
	entries map[Key][]byte
	order   []Key // oldest first
	size    int
}

// maxInMemory is how many entries a memory has at most. What is typed is worth keeping as long as it may be taken back.
const maxInMemory = 256

// InMemory returns a cache that has the entries of c, which may be nil, and keeps new ones in memory: at most limit
// bytes of them, and not many, of which the oldest go first. It puts nothing into c.
func (c *Cache) InMemory(limit int) *Cache {
	return &Cache{memory: &memory{below: c, limit: limit, entries: make(map[Key][]byte)}}
}

func (m *memory) get(k Key) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.entries[k]
	return data, ok
}

func (m *memory) put(k Key, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.entries[k]; ok || len(data) > m.limit {
		return
	}
	m.entries[k] = data
	m.order = append(m.order, k)
	for m.size += len(data); m.size > m.limit || len(m.order) > maxInMemory; m.order = m.order[1:] {
		m.size -= len(m.entries[m.order[0]])
		delete(m.entries, m.order[0])
	}
}
