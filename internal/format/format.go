package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Verb is one directive of a printf format, from its percent sign to its verb.
// Offsets count bytes of the decoded format string.
type Verb struct {
	Off, Len int    // the whole directive, such as %-[2]*.3d
	VerbOff  int    // where the verb's rune stands
	Rune     rune   // the verb, such as 'd'; '%' for a literal percent sign
	Flags    string // the flags, a string over "#0+- "
	Index    int    // the explicit argument index of the verb as written, from 1; 0 if there is none
	Operand  int    // the operand that the verb formats, from 0; -1 for a literal percent sign
	Stars    []int  // the operands that give the width and the precision, if these are '*'
	Width    bool   // there is a width
	Prec     bool   // there is a precision
}

// Plain reports whether the directive is a verb alone, possibly with an
// explicit argument index: no flags, width or precision.
func (v Verb) Plain() bool { return v.Flags == "" && !v.Width && !v.Prec }

// Uses reports whether the directive consumes an operand, as a value or as a width or precision.
func (v Verb) Uses(operand int) bool {
	return v.Operand == operand || slices.Contains(v.Stars, operand)
}

// Parse returns the verbs of a format, in order, including "%%". An error means
// that the fmt package would report a bad index or a missing verb in its output.
// Operands may lie beyond those that the call has; the caller knows how many there are.
func Parse(format string) ([]Verb, error) {
	var verbs []Verb
	p := parser{format: format}
	for {
		i := strings.IndexByte(format[p.off:], '%')
		if i < 0 {
			return verbs, nil
		}
		p.off += i
		verb, err := p.verb()
		if err != nil {
			return nil, err
		}
		verbs = append(verbs, verb)
	}
}

// A parser reads a format as fmt's doPrintf does.
type parser struct {
	format  string
	off     int // where it reads
	operand int // the next operand
}

// peek returns the byte at the current offset, or 0 at the end.
func (p *parser) peek() byte {
	if p.off < len(p.format) {
		return p.format[p.off]
	}
	return 0
}

// verb reads one directive. The grammar is
//
//	% flags [index] (number | *) . [index] (number | *) [index] verb
//
// in which all but the percent sign and the verb are optional, and an index before a width that is
// a number, or before a period, is an error.
func (p *parser) verb() (Verb, error) {
	v := Verb{Off: p.off}
	p.off++
	for strings.IndexByte("#0+- ", p.peek()) >= 0 {
		p.off++
	}
	v.Flags = p.format[v.Off+1 : p.off]

	// The index is that of the width if an asterisk follows, else the verb's.
	index, err := p.index(v)
	if err != nil {
		return v, err
	}
	start := p.off
	if v.Width, err = p.size(&v, &index); err != nil {
		return v, err
	}
	if index > 0 && p.off > start {
		return v, p.badIndex(v)
	}
	if p.peek() == '.' {
		p.off++
		v.Prec = true
		if index > 0 {
			return v, p.badIndex(v)
		}
		if index, err = p.index(v); err != nil {
			return v, err
		}
		if _, err = p.size(&v, &index); err != nil {
			return v, err
		}
	}
	if index == 0 {
		if index, err = p.index(v); err != nil {
			return v, err
		}
	}
	if p.off >= len(p.format) {
		return v, fmt.Errorf("format %q has no verb at its end", p.format[v.Off:])
	}

	var size int
	v.VerbOff = p.off
	v.Rune, size = utf8.DecodeRuneInString(p.format[p.off:])
	p.off += size
	v.Len = p.off - v.Off
	v.Index = index
	v.Operand = p.operand
	if v.Rune == '%' {
		// A percent sign ignores what stands before it, and takes no operand.
		v.Operand = -1
	} else {
		p.operand++
	}
	return v, nil
}

// index reads an explicit argument index, such as [2], and makes it the next operand.
// It returns 0 if there is none.
func (p *parser) index(v Verb) (int, error) {
	if p.peek() != '[' {
		return 0, nil
	}
	end := strings.IndexByte(p.format[p.off:], ']')
	if end < 0 {
		return 0, p.badIndex(v)
	}
	digits := p.format[p.off+1 : p.off+end]
	n, ok := number(digits)
	if !ok || n == 0 {
		return 0, p.badIndex(v)
	}
	p.off += end + 1
	p.operand = n - 1
	return n, nil
}

// size reads a width or a precision, if there is one. The pending index is used up by an asterisk.
func (p *parser) size(v *Verb, index *int) (bool, error) {
	if p.peek() == '*' {
		p.off++
		v.Stars = append(v.Stars, p.operand)
		p.operand++
		*index = 0
		return true, nil
	}
	start := p.off
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.off++
	}
	if start == p.off {
		return false, nil
	}
	if _, ok := number(p.format[start:p.off]); !ok {
		return true, fmt.Errorf("format %q has a number that is too large", p.format[v.Off:p.off])
	}
	return true, nil
}

func (p *parser) badIndex(v Verb) error {
	return fmt.Errorf("format %q has a bad argument index", p.format[v.Off:])
}

// number converts decimal digits. Numbers that fmt finds too large are refused.
func number(digits string) (n int, ok bool) {
	u, err := strconv.ParseUint(digits, 10, 32)
	return int(u), err == nil && u/10 <= 1e6
}
