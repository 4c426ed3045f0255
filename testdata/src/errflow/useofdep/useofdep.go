// want package:"own"

package useofdep

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"errflow/dep"
)

var ErrMine = errors.New("mine") // want ErrMine:`wraps\(\) "mine"`

func New() error { return dep.New(ErrMine) } // want New:`{\*errflow/dep.E errflow/useofdep.ErrMine}`

func Guarded() error { // want Guarded:`{}`
	err := dep.Sub()
	if errors.Is(err, dep.ErrA) {
		return nil
	}
	return err
}

func Predicate(n int) error { // want Predicate:`{errflow/useofdep.ErrMine}`
	err := dep.ErrA
	if n > 0 {
		err = ErrMine
	}
	if dep.IsA(err) {
		return nil
	}
	return err
}

func Try() error { // want Try:`{errflow/useofdep.ErrMine}`
	return dep.Try(func() error {
		if ErrMine.Error() == "" {
			return io.EOF
		}
		return ErrMine
	})
}

func Interface(d dep.Doer) error { return d.Do() } // want Interface:`{errflow/dep.ErrA}`

func Method(c *dep.Client) error { return c.Get("x", ErrMine) } // want Method:`{errflow/useofdep.ErrMine}`

func CreateStrict() error { return dep.Create(true) } // want CreateStrict:`{errflow/dep.ErrA}`

var ErrCause = errors.New("cause") // want ErrCause:`wraps`

func LateCause() error { // want LateCause:`{\*errflow/dep.Late errflow/useofdep.ErrCause}`
	l := new(dep.Late)
	l.Because(ErrCause)
	return l
}

func Check(name string) error { return fmt.Errorf("check: %w", dep.Check(name)) } // want Check:`{text}`

func Parse(text string) error { return dep.Parse(text) } // want Parse:`{input}`

func Checks(text string) error { return dep.Checks("", text) } // want Checks:`{\*net/url.Error input}`

func Load(name string) error { return dep.Load(name) } // want Load:`{opaque}`

// An error that is made of text is none that anybody asks for; one of a parser may be.

func NotFound(name string) error { // want NotFound:`{}`
	if err := dep.Check(name); errors.Is(err, ErrMine) {
		return err
	}
	return nil
}

func Corrupt(text string) error { // want Corrupt:`{encoding/base64.CorruptInputError}`
	var corrupt base64.CorruptInputError
	if err := dep.Parse(text); errors.As(err, &corrupt) {
		return corrupt
	}
	return nil
}
