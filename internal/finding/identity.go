package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/errlint/errlint/internal/lazyregexp"
)

// The identity of a finding is what stays the same when code is moved about:
// its rule, and four traits, which are the package, the declaration, the
// message and the code.
//
// That of the first three alone, with an ordinal, is the fingerprint: it can be
// computed from one run, so that a service that keeps findings from run to run
// knows them again. Comparing two runs with each other can do better. There,
// three of the four traits suffice to know a finding again, which is to say
// that it was
//
//   - moved within its package, if nothing has changed at all, or if a
//     line of its code was edited (package, declaration and message agree),
//   - reworded: a name in the message changed (package, declaration, code),
//   - in a declaration that was renamed (package, message, code),
//   - or in one that was moved to another package (declaration, message, code).
//
// A message that names several things, say all errors that a doc comment does not
// list, may get longer or shorter. One that names more than it did is no
// rewording: the change has made the matter worse, and the finding is new, also
// where it did not touch the code. One that only names less is the old finding,
// of which a part was mended, whatever became of the code.
//
// A message that quotes a name, that of a tool, say, tells what it is about by
// itself: it is the same finding in the package whatever became of the
// declaration and of the code.
//
// So a fault that is mended in one function and made anew in another one of the
// package, word for word, is an old one. What the comparison does promise is
// that no finding of the base stands for two of the head: where the findings
// of a rule get more, as many are new.

// place matches the numbers of a place in a message: "store.go:12:3",
// "store.go:12", and "12:3" as a word.
var place = lazyregexp.New(`(\.go)(?::\d+){1,2}\b|(^|[\s(])\d+:\d+\b`)

// NormalMessage returns a message without what says nothing of the finding's
// identity: white space is collapsed, the numbers of places are left out. What is not
// UTF-8 becomes U+FFFD, so that the message is the same when it has been through a file.
func NormalMessage(message string) string {
	message = strings.ToValidUTF8(message, "\uFFFD")
	message = place().ReplaceAllString(message, "$1$2")
	return strings.Join(strings.Fields(message), " ")
}

// Fingerprints returns the fingerprints of findings, parallel to fs: 32
// hexadecimal digits, different for each.
//
// Findings that agree in rule, package, declaration and message are told apart
// by their ordinal among all of fs in the order of [Compare]. So fs must be all
// that a run has found, what is hidden included, for fingerprints to be
// comparable with those of another run.
func Fingerprints(fs []Finding) []string {
	prints := make([]string, len(fs))
	count := make(map[[4]string]int)
	for _, i := range Order(fs) {
		f := fs[i]
		key := [4]string{f.Rule, f.Package, f.Decl, NormalMessage(f.Message)}
		// %q: no two keys have the same text.
		sum := sha256.Sum256(fmt.Appendf(nil, "errlint/v1 %q %d", key, count[key]))
		prints[i] = hex.EncodeToString(sum[:16])
		count[key]++
	}
	return prints
}

// Diff compares the findings of a run, head, with those of an earlier state of the
// same code, base. Each finding of head is paired with at most one of base, and
// each of base with at most one of head: those that agree the most first. Then
// fresh are those of head that have no partner, old those that have one, and
// gone are those of base that have none; each in the order in which they were given.
func Diff(base, head []Finding) (fresh, old, gone []Finding) {
	p := pairing{
		base:   make([]identity, len(base)),
		head:   make([]identity, len(head)),
		bTaken: make([]bool, len(base)),
		hTaken: make([]bool, len(head)),
	}
	for i, f := range base {
		p.base[i] = identify(f)
	}
	for i, f := range head {
		p.head[i] = identify(f)
	}

	// The same finding; of several that have the same fingerprint, the same code.
	p.pair(func(id identity) (trait, bool) {
		return trait{id.rule, id.pkg, id.decl, id.message, id.code}, true
	}, nil)
	// Three of four. Where there is no code to compare, the other three have to agree.
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.pkg, id.decl, id.message}, true }, nil)
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.pkg, id.decl, id.code}, id.code != "" }, identity.noLonger)
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.pkg, id.nameless, id.code}, id.code != "" }, nil)
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.decl, id.message, id.code}, id.code != "" }, nil)
	// Two, of which one is a message that quotes a name.
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.pkg, id.message}, id.quotes }, nil)
	// Two, and nothing in the message that was not there.
	p.pair(func(id identity) (trait, bool) { return trait{id.rule, id.pkg, id.decl}, true }, identity.within)

	for i, f := range head {
		if p.hTaken[i] {
			old = append(old, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	for i, f := range base {
		if !p.bTaken[i] {
			gone = append(gone, f)
		}
	}
	return fresh, old, gone
}

// An identity is what Diff compares of a finding.
type identity struct {
	rule, pkg, decl, message, code string
	nameless                       string   // the message without the name of the declaration
	words                          []string // of the message, sorted; see split
	items                          int      // the things that the message lists, less one
	unnamed                        int      // how many of them it does not name
	quotes                         bool     // the message quotes something
}

func identify(f Finding) identity {
	id := identity{rule: f.Rule, pkg: f.Package, decl: f.Decl, message: NormalMessage(f.Message), code: f.Code}
	id.nameless = nameless(id.message, f.Decl)
	id.split(id.message)
	return id
}

// noLonger reports whether the message of a finding lists no more than that of the base.
func (id identity) noLonger(base identity) bool { return id.items <= base.items }

// within reports whether the message of a finding lists no more than that of the base, and has no word that that does not
// have at least as often, but for as many as it says it leaves out.
func (id identity) within(base identity) bool {
	if !id.noLonger(base) {
		return false
	}
	rest, missing := base.words, 0
	for _, w := range id.words {
		i, ok := slices.BinarySearch(rest, w)
		if !ok {
			missing++
		} else {
			i++
		}
		rest = rest[i:] // no word to come is before w
	}
	return missing <= base.unnamed
}

// Within reports whether a message, as [NormalMessage] returns it, says the same as another of the same rule or only a part of
// that: it lists fewer things, and none that the other does not.
func Within(message, of string) bool {
	var id, base identity
	id.split(message)
	base.split(of)
	return id.within(base)
}

// word matches a word of a message, or a sign that tells what is in a list. What is quoted is one word.
var word = lazyregexp.New(`"(?:[^"\\]|\\.)*"|[^\s",]+|,`)

// split sets what is known of a message by its words: those that it has, sorted, and how many things it lists.
//
// A sentence about one thing differs in number from the same one about several, so words are compared without that:
// `handlers of 2 tools (a, b): their errors`, `handler of tool "a": its errors`. But names are compared as they are:
// what is quoted or in parentheses, and what is not all small letters.
func (id *identity) split(message string) {
	all := word().FindAllString(message, -1)
	depth := 0 // of parentheses
	for i, w := range all {
		next := ""
		if i+1 < len(all) {
			next = strings.TrimRight(all[i+1], "):;")
		}
		inside := depth > 0 || w[0] == '('
		if w[0] != '"' {
			depth = max(0, depth+strings.Count(w, "(")-strings.Count(w, ")"))
		}
		n, err := strconv.Atoi(strings.TrimLeft(w, "("))
		switch {
		case w == ",":
			id.items++
		case w == "and":
			id.items++
			id.words = append(id.words, w)
		case err == nil && next == "more": // "A, B, C and 2 more"
			id.items += max(0, n-1)
			id.unnamed += n
		case err == nil && singular(next) != next: // "of 2 tools", which are then named
		case w[0] == '"':
			id.quotes = true
			if text, err := strconv.Unquote(w); err == nil {
				w = text
			}
			id.words = append(id.words, w)
		default:
			w = strings.Trim(w, "():;")
			if !inside {
				w = singular(w)
			}
			if w != "" {
				id.words = append(id.words, w)
			}
		}
	}
	slices.Sort(id.words)
}

// plurals are the words that become others in the plural, other than by an s.
var plurals = map[string]string{"their": "its", "them": "it", "they": "it", "are": "is", "were": "was", "have": "has"}

// singular returns a word of small letters, if it may be in the plural, in the singular, and others as they are.
func singular(w string) string {
	if one := plurals[w]; one != "" {
		return one
	}
	if len(w) > 3 && strings.HasSuffix(w, "s") && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
		return w[:len(w)-1]
	}
	return w
}

// nameless returns a message with the name of the declaration that it is about
// left blank, in each form in which a message may give it: a declaration that is
// renamed is so in the message, too.
func nameless(message, decl string) string {
	if decl == "" {
		return message
	}
	plain := strings.NewReplacer("(", "", "*", "", ")", "").Replace(decl) // Store.Get, of (*Store).Get
	recv, name, isMethod := strings.Cut(plain, ".")
	forms := []string{decl, plain}
	if isMethod {
		forms = append(forms, name, recv)
	}
	var b strings.Builder
	for i := 0; i < len(message); {
		form := ""
		if i == 0 || !wordByte(message[i-1]) {
			for _, f := range forms {
				end := i + len(f)
				if strings.HasPrefix(message[i:], f) && (end == len(message) || !wordByte(message[end])) {
					form = f
					break
				}
			}
		}
		if form != "" {
			b.WriteByte(0)
			i += len(form)
			continue
		}
		b.WriteByte(message[i])
		i++
	}
	return b.String()
}

// wordByte reports whether c is part of an identifier: all of what is not ASCII may be.
func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// A trait is what two findings of a pair have in common in a round of a pairing.
type trait [5]string

// A pairing is the state of Diff.
type pairing struct {
	base, head     []identity
	bTaken, hTaken []bool
}

// pair pairs what has no partner yet and has the same trait. Of several that
// have it, the first becomes the partner of the first. A finding that of
// reports false for takes no part. If fits is not nil, it decides of a finding of
// head whether one of base may be its partner; of several that may, it is
// the first of those that list the least, so that a long list is left to another
// that needs it.
func (p *pairing) pair(of func(identity) (trait, bool), fits func(head, base identity) bool) {
	waiting := make(map[trait][]int)
	for i, id := range p.base {
		if t, ok := of(id); ok && !p.bTaken[i] {
			waiting[t] = append(waiting[t], i)
		}
	}
	for i, id := range p.head {
		t, ok := of(id)
		if !ok || p.hTaken[i] || len(waiting[t]) == 0 {
			continue
		}
		best := 0 // in waiting[t]
		if fits != nil {
			best = -1
			for k, j := range waiting[t] {
				if fits(id, p.base[j]) && (best < 0 || p.base[j].items < p.base[waiting[t][best]].items) {
					best = k
				}
			}
			if best < 0 {
				continue
			}
		}
		p.bTaken[waiting[t][best]], p.hTaken[i] = true, true
		if best == 0 {
			waiting[t] = waiting[t][1:]
		} else {
			waiting[t] = slices.Delete(waiting[t], best, best+1)
		}
	}
}
