package cache

import (
	"bytes"
	"testing"
)

func TestInMemory(t *testing.T) {
	disk := Open(t.TempDir())
	disk.Put(Key{1}, []byte("on disk"))
	c := disk.InMemory(20)
	expect := func(k byte, want string) {
		t.Helper()
		for name, get := range map[string]func(Key) ([]byte, bool){"Get": c.Get, "Local": c.Local().Get} {
			if got, ok := get(Key{k}); string(got) != want || ok != (want != "") {
				t.Errorf("%s of %d: %q, %v; want %q", name, k, got, ok, want)
			}
		}
	}
	expect(1, "on disk")
	c.Put(Key{2}, []byte("0123456789"))
	c.Local().Put(Key{3}, []byte("abcdefghij"))
	expect(2, "0123456789")
	expect(3, "abcdefghij")
	expect(2, "0123456789")
	c.Put(Key{4}, []byte("4"))
	expect(3, "") // the one that was not used for longest had to go
	expect(4, "4")
	expect(2, "0123456789")
	c.Put(Key{5}, bytes.Repeat([]byte("5"), 21))
	expect(5, "") // nothing goes for what is too large itself
	expect(4, "4")
	if _, ok := disk.Get(Key{4}); ok {
		t.Error("what is in memory is on disk, too")
	}
	if err := c.Trim(); err != nil || c.Err() != nil {
		t.Error(err, c.Err())
	}

	for range 2 {
		c.Forget(2)
		expect(4, "4") // which uses it
	}
	expect(2, "")
	c.Put(Key{6}, bytes.Repeat([]byte("6"), 19))
	expect(4, "4") // what is forgotten takes no place
	expect(6, "6666666666666666666")
	if c.Forget(1); c.memory.size != 0 || c.memory.order.Len() != 0 || len(c.memory.entries) != 0 {
		t.Errorf("%d bytes are kept of nothing", c.memory.size)
	}
	expect(1, "on disk")

	none := (*Cache)(nil).InMemory(10)
	none.Put(Key{1}, []byte("1"))
	if got, ok := none.Get(Key{1}); !ok || string(got) != "1" {
		t.Errorf("above no cache: %q, %v", got, ok)
	}
	if _, ok := none.Get(Key{2}); ok {
		t.Error("above no cache there is something")
	}
}
