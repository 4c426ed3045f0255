package driver

import (
	"bytes"
	"go/parser"
	"go/token"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// What is looked for in a package's source are names, and finding one that is not there costs no more than an
// analysis. So words are kept as hashes, which are small and quick to compare, and code is not told from comments and strings.

// words are what the text of files has in words, each once.
type words struct {
	exported   []uint32 // those that may be names of exported objects
	qualifiers []uint32 // those that may be names of packages, for a dot comes next
	dots       []string // import paths of dot imports
}

// hashWord returns a hash that is the same in each process: FNV-1a, folded.
func hashWord[T string | []byte](word T) uint32 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return fold(h)
}

func fold(h uint64) uint32 { return uint32(h>>32 ^ h) }

// A hashSet is a set of hashes. The zero value is empty.
type hashSet struct {
	slots []uint32 // 0 is a free one; as many as a power of 2
	list  []uint32 // the elements, in the order in which they were added
}

func newHashSet(size int) *hashSet {
	slots := 16
	for slots < 2*size {
		slots *= 2
	}
	return &hashSet{make([]uint32, slots), make([]uint32, 0, size)}
}

// slot returns the index of the slot that has h, or that is free for it.
func (s *hashSet) slot(h uint32) int {
	mask := uint32(len(s.slots) - 1)
	i := h & mask
	for s.slots[i] != h && s.slots[i] != 0 {
		i = (i + 1) & mask
	}
	return int(i)
}

func (s *hashSet) has(h uint32) bool { return s.slots[s.slot(max(h, 1))] != 0 }

func (s *hashSet) add(h uint32) {
	h = max(h, 1)
	i := s.slot(h)
	if s.slots[i] != 0 {
		return
	}
	s.slots[i] = h
	s.list = append(s.list, h)
	if 2*len(s.list) > len(s.slots) {
		s.slots = make([]uint32, 2*len(s.slots))
		for _, h := range s.list {
			s.slots[s.slot(h)] = h
		}
	}
}

// The kinds of bytes, of which those up to passed are nothing to stop at.
const (
	noWord   = iota
	inWord   // it can be part of an identifier
	upper    // so it can, and begin an exported name
	nonASCII // it is part of a letter, or of something else
	dot

	passed = inWord
)

var byteKinds = func() (kinds [256]uint8) {
	for i := range kinds {
		switch b := byte(i); {
		case b >= utf8.RuneSelf:
			kinds[i] = nonASCII
		case 'A' <= b && b <= 'Z':
			kinds[i] = upper
		case b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z':
			kinds[i] = inWord
		case b == '.':
			kinds[i] = dot
		}
	}
	return kinds
}()

// isWord reports whether a byte can be part of an identifier.
func isWord(b byte) bool { return byteKinds[b]-inWord <= nonASCII-inWord }

// findWords returns the words of the text of a file.
func findWords(text []byte) words {
	exported, qualifiers := newHashSet(256), newHashSet(32)
	dotImports := false
	for i := 0; i < len(text); i++ {
		kind := byteKinds[text[i]]
		if kind <= passed {
			continue
		}
		switch kind {
		case upper:
			if i > 0 && isWord(text[i-1]) {
				continue
			}
			start := i
			for i < len(text) && text[i] < utf8.RuneSelf && isWord(text[i]) {
				i++
			}
			if i == len(text) || text[i] < utf8.RuneSelf {
				exported.add(hashWord(text[start:i]))
			} // else the next byte sees to the whole
			i--
		case nonASCII:
			start := i
			for start > 0 && isWord(text[start-1]) {
				start--
			}
			for i < len(text) && isWord(text[i]) {
				i++
			}
			// There may be several words, as in “Name”.
			for _, word := range bytes.FieldsFunc(text[start:i], notInName) {
				exported.add(hashWord(word))
				qualifiers.add(hashWord(word))
			}
			i--
		case dot:
			start := i
			for start > 0 && isWord(text[start-1]) {
				start--
			}
			if start < i {
				qualifiers.add(hashWord(text[start:i]))
			}
			dotImports = dotImports || looksImported(text[:i], text[i+1:])
		}
	}
	w := words{exported: exported.list, qualifiers: qualifiers.list}
	if dotImports {
		w.dots = findDotImports(text)
	}
	return w
}

func notInName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// looksImported reports whether a dot can be that of a dot import, given the text before and
// after it. Few others stand alone like that.
func looksImported(before, after []byte) bool {
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	switch before[len(before)-1] {
	case ' ', '\t', '\n', '\r', '(', ';', '/':
	default:
		if !bytes.HasSuffix(before, []byte("import")) {
			return false
		}
	}
	switch after[0] {
	case ' ', '\t', '\n', '\r', '"', '`', '/':
		return true
	}
	return false
}

// findDotImports returns the import paths of the dot imports of a file, as far as it parses.
func findDotImports(text []byte) []string {
	file, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly|parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	var paths []string
	for _, spec := range file.Imports {
		if spec.Name != nil && spec.Name.Name == "." {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// wordSets are the words of several files.
type wordSets struct {
	exported, qualifiers *hashSet
	dots                 []string
}

// wordsOf returns the words in files.
func (s *sources) wordsOf(names []string) wordSets {
	var exported, qualifiers int
	for _, name := range names {
		if src := s.byName[name]; src != nil {
			exported += len(src.words.exported)
			qualifiers += len(src.words.qualifiers)
		}
	}
	w := wordSets{exported: newHashSet(exported), qualifiers: newHashSet(qualifiers)}
	for _, name := range names {
		if src := s.byName[name]; src != nil {
			for _, h := range src.words.exported {
				w.exported.add(h)
			}
			for _, h := range src.words.qualifiers {
				w.qualifiers.add(h)
			}
			w.dots = append(w.dots, src.words.dots...)
		}
	}
	return w
}
