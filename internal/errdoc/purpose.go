package errdoc

import (
	"slices"
	"strings"
	"unicode"
)

// HidesCause reports whether a sentence of a comment, which need not be a doc comment, says that an error is hidden on
// purpose. The sentence has to have some of these words, in this order and close together:
//
//	not, never, avoid …       wrap
//	one, single, only         %w
//	not, never, avoid …       leak, expose, reveal …      error, cause, details, information … or nothing more
//	not, never, avoid …       pass, return, send, show …  cause, details; or error, with "the", "detailed", "original" … before it
//	hide, mask, redact …      error, cause, details … (in the passive voice the other way round)
//	deliberately, on purpose  drop, omit, hide, export, generic …
//	turn, convert             error      across RPC, over the wire …, where only text gets through
//
// A negated "hide" says the opposite: "do not mask the original error". What others do is not a purpose: "it does not
// wrap", "it hides".
func HidesCause(comment string) bool {
	for _, s := range sentences(comment) {
		for i, word := range s {
			switch {
			case is(word, negations) && (i == 0 || !is(s[i-1], describing)):
				if s.find(i, 4, wrapping) >= 0 || s.conceals(i) || s.passesOn(i) {
					return true
				}
			case is(word, hiding):
				before := max(i-5, -1)
				behind := s.find(i, 4, details) >= 0
				passive := strings.HasSuffix(word, "ed") || word == "hidden"
				if (behind || passive && s.find(before, i-before-1, details) >= 0) && s.find(before, i-before-1, negations) < 0 {
					return true
				}
			case is(word, alone) && i+1 < len(s) && s[i+1] == "%w":
				return true
			case is(word, turning):
				if at := s.find(i, 6, details); at >= 0 && s.find(at, 12, borders) >= 0 {
					return true
				}
			case is(word, deliberate):
				if s.find(i, 6, deliberated) >= 0 || s.find(i, 6, hiding) >= 0 {
					return true
				}
			}
		}
	}
	return false
}

// Words, or the beginnings of words where a * stands behind them.
var (
	negations   = []string{"not", "don't", "mustn't", "shouldn't", "isn't", "aren't", "won't", "never", "avoid*", "prevent*", "without", "instead", "rather"}
	describing  = []string{"does", "did", "can", "could", "would"} // "does not wrap" says what somebody else does
	wrapping    = []string{"wrap*", "%w"}
	alone       = []string{"one", "single", "only"}
	concealing  = []string{"leak*", "expos*", "reveal*", "disclos*"}
	concealed   = slices.Concat(details, []string{"info*", "implementation", "sensitive", "confidential", "private", "secret*", "credential*", "password*", "content*", "whether", "which", "why", "what", "exist*", "message*"})
	passing     = []string{"pass*", "return*", "send*", "show*", "tell*", "give*", "giving", "hand*", "forward*", "propagat*", "includ*", "surfac*", "print*", "report*", "respond*"}
	hiding      = []string{"hide", "hiding", "hidden", "mask", "masking", "masked", "conceal", "concealing", "concealed", "obscure", "obscuring", "obscured", "redact*", "saniti*", "scrub*"}
	details     = []string{"err", "error*", "cause*", "detail*", "reason*", "internal*", "underlying"}
	deliberate  = []string{"intentional*", "deliberate*", "explicitly", "purposely", "purposefully", "purpose"}
	deliberated = []string{"unwrapped", "export*", "unexport*", "drop*", "discard*", "omit*", "ignor*", "swallow*", "suppress*", "flatten*", "generic", "opaque", "vague", "%v", "%s"}
	turning     = []string{"turn*", "convert*"}
	borders     = []string{"rpc", "grpc", "gob", "wire"}
	particular  = []string{"err", "cause*", "detail*", "internals"}
	qualifiers  = []string{"the", "this", "that", "our", "its", "detail*", "internal*", "underlying", "original", "actual", "real", "raw", "full", "inner", "specific"}
)

// A sentence is its words, in lower case.
type sentence []string

// sentences splits a comment into sentences. A blank line ends a sentence, as a full stop does.
func sentences(comment string) (out []sentence) {
	var words sentence
	end := func() {
		if len(words) > 0 {
			out = append(out, words)
		}
		words = nil
	}
	for line := range strings.Lines(comment) {
		fields := strings.Fields(strings.ToLower(strings.ReplaceAll(line, "’", "'")))
		if len(fields) == 0 {
			end()
		}
		for _, field := range fields {
			word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '%' })
			if word != "" {
				words = append(words, word)
			}
			if strings.ContainsAny(field[len(field)-1:], ".;!?") {
				end()
			}
		}
	}
	end()
	return out
}

// is reports whether a word is in a list.
func is(word string, list []string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		prefix, open := strings.CutSuffix(entry, "*")
		return word == entry || open && strings.HasPrefix(word, prefix)
	})
}

// find returns the index of the first of the n words after i that is in a list, -1 if there is none.
func (s sentence) find(i, n int, list []string) int {
	for at := i + 1; at < len(s) && at <= i+n; at++ {
		if is(s[at], list) {
			return at
		}
	}
	return -1
}

// conceals reports whether the word at i negates a verb of revealing whose object, if it has one, is not a resource: to
// leak a connection is something else.
func (s sentence) conceals(i int) bool {
	verb := s.find(i, 4, concealing)
	return verb >= 0 && (verb == len(s)-1 || s.find(verb, 6, concealed) >= 0)
}

// passesOn reports whether the word at i negates a verb of passing on whose object is a particular error: "detailed
// error", but not "an error".
func (s sentence) passesOn(i int) bool {
	verb := s.find(i, 4, passing)
	if verb < 0 {
		return false
	}
	object := s.find(verb, 5, []string{"error*"})
	return s.find(verb, 5, particular) >= 0 || object >= 0 && s.find(verb, object-verb-1, qualifiers) >= 0
}
