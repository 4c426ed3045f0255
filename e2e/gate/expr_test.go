package gate

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// This file evaluates expressions as action.yml has them: ${{ … }}. Values are strings or
// booleans, contexts are trees of them.

var expression = regexp.MustCompile(`\$\{\{(.*?)\}\}`)

// A scope is what expressions can refer to.
type scope map[string]any

// expand replaces the expressions in text by their values.
func (s scope) expand(text string) (string, error) {
	var errs []error
	out := expression.ReplaceAllStringFunc(text, func(m string) string {
		v, err := s.eval(expression.FindStringSubmatch(m)[1])
		errs = append(errs, err)
		return str(v)
	})
	return out, errors.Join(errs...)
}

// condition is the value of an "if", with or without ${{ }} around it.
func (s scope) condition(text string) (bool, error) {
	if m := expression.FindStringSubmatch(text); m != nil && m[0] == strings.TrimSpace(text) {
		text = m[1]
	}
	v, err := s.eval(text)
	return truth(v), err
}

func (s scope) eval(text string) (any, error) {
	p := &parser{scope: s, rest: tokens.FindAllString(text, -1)}
	if got, want := strings.Join(p.rest, ""), regexp.MustCompile(`\s+`).ReplaceAllString(text, ""); len(got) < len(want) {
		return nil, fmt.Errorf("expression %q has what is not known here", text)
	}
	v := p.or()
	if len(p.rest) > 0 {
		p.fail("%q is left over", p.rest)
	}
	if p.err != nil {
		return nil, fmt.Errorf("expression %q: %w", text, p.err)
	}
	return v, nil
}

var tokens = regexp.MustCompile(`'(?:[^']|'')*'|&&|\|\||==|!=|[!(),]|[A-Za-z_][A-Za-z0-9_.-]*`)

type parser struct {
	scope scope
	rest  []string
	err   error
}

func (p *parser) fail(format string, args ...any) any {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.rest = nil
	return ""
}

func (p *parser) accept(token string) bool {
	if len(p.rest) > 0 && p.rest[0] == token {
		p.rest = p.rest[1:]
		return true
	}
	return false
}

func (p *parser) or() any {
	v := p.and()
	for p.accept("||") {
		if w := p.and(); !truth(v) {
			v = w
		}
	}
	return v
}

func (p *parser) and() any {
	v := p.equal()
	for p.accept("&&") {
		if w := p.equal(); truth(v) {
			v = w
		}
	}
	return v
}

func (p *parser) equal() any {
	v := p.unary()
	for {
		switch {
		case p.accept("=="):
			v = strings.EqualFold(str(v), str(p.unary()))
		case p.accept("!="):
			v = !strings.EqualFold(str(v), str(p.unary()))
		default:
			return v
		}
	}
}

func (p *parser) unary() any {
	switch {
	case p.accept("!"):
		return !truth(p.unary())
	case p.accept("("):
		v := p.or()
		if !p.accept(")") {
			return p.fail("no )")
		}
		return v
	case len(p.rest) == 0:
		return p.fail("it ends too early")
	}
	token := p.rest[0]
	p.rest = p.rest[1:]
	if strings.HasPrefix(token, "'") {
		return strings.ReplaceAll(token[1:len(token)-1], "''", "'")
	}
	if !p.accept("(") {
		return p.scope.lookup(token)
	}
	var args []string
	for !p.accept(")") {
		args = append(args, str(p.or()))
		if !p.accept(",") && (len(p.rest) == 0 || p.rest[0] != ")") {
			return p.fail("no )")
		}
	}
	if token != "format" || len(args) == 0 {
		return p.fail("function %s", token)
	}
	out := args[0]
	for i, arg := range args[1:] {
		out = strings.ReplaceAll(out, "{"+strconv.Itoa(i)+"}", arg)
	}
	return out
}

// lookup is the value of a.b.c; "" where there is none, as for GitHub.
func (s scope) lookup(name string) any {
	var v any = map[string]any(s)
	for part := range strings.SplitSeq(name, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		v = m[part]
	}
	if v == nil {
		return ""
	}
	return v
}

func truth(v any) bool { return v != false && v != "" && v != nil }

func str(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

func TestExpressions(t *testing.T) {
	s := scope{"inputs": map[string]any{"a": "x", "empty": "", "with-dash": "d"}, "github": map[string]any{"event": map[string]any{"n": "1"}}}
	for text, want := range map[string]string{
		"plain": "plain",
		"${{ inputs.a }}/${{ inputs.with-dash }}":  "x/d",
		"${{ inputs.none.of.it }}":                 "",
		"${{ github.event.n }}":                    "1",
		"${{ inputs.a == 'X' && 'yes' || 'no' }}":  "yes",
		"${{ inputs.a != 'x' && 'yes' || 'no' }}":  "no",
		"${{ !(inputs.empty || 'f') || 'it''s' }}": "it's",
		"${{ format('{0}/go.mod', inputs.a) }}":    "x/go.mod",
	} {
		if got, err := s.expand(text); got != want || err != nil {
			t.Errorf("%s is %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"${{ a + b }}", "${{ (a }}", "${{ a b }}", "${{ hashFiles('x') }}", "${{ }}"} {
		if got, err := s.expand(text); err == nil {
			t.Errorf("%s is %q, want an error", text, got)
		}
	}
}
