// want package:"own"

// Package useofasks asks which errors it has by functions of another package.
package useofasks

import (
	"io"

	"errflow/asks"
)

func abe(n int) error {
	switch n {
	case 0:
		return asks.ErrA
	case 1:
		return asks.ErrB
	case 2:
		return &asks.E{}
	}
	return nil
}

func Is(n int) error { // want Is:`{\*errflow/asks.E errflow/asks.ErrB}`
	if err := abe(n); !asks.Is(err, asks.ErrA) {
		return err
	}
	return nil
}

func IsOnly(n int) error { // want IsOnly:`{errflow/asks.ErrA}`
	if err := abe(n); asks.Is(err, asks.ErrA) {
		return err
	}
	return nil
}

func Replaced(n int) error { // want Replaced:`{\*errflow/asks.E errflow/asks.ErrA errflow/asks.ErrB}`
	if err := abe(n); asks.Replaced(err, asks.ErrA) {
		return err
	}
	return nil
}

func As(n int) error { // want As:`{\*errflow/asks.E}`
	var e *asks.E
	if err := abe(n); asks.As(err, &e) {
		return e
	}
	return nil
}

func New() error { return asks.New("new") } // want New:`result 0: {text}`

func Matches(n int) error { // want Matches:`{\*errflow/asks.E errflow/asks.ErrA}`
	if err := abe(n); !asks.Matches(err, asks.ErrB) {
		return err
	}
	return nil
}

func Same(n int) error { // want Same:`{errflow/asks.ErrB}`
	if err := abe(n); asks.Same(err, asks.ErrB) {
		return err
	}
	return nil
}

func ByName(n int) error { // want ByName:`{errflow/asks.ErrB}`
	if err := abe(n); asks.ByName(err, asks.ErrB) {
		return err
	}
	return nil
}

func MatchesFirst(n int) error { // want MatchesFirst:`{errflow/asks.ErrB}`
	if err := abe(n); asks.MatchesFirst(asks.ErrB, err) {
		return err
	}
	return nil
}

func Any(n int) error { // want Any:`{errflow/asks.ErrA errflow/asks.ErrB}`
	if err := abe(n); asks.Any(err, asks.ErrA, asks.ErrB, io.EOF) {
		return err
	}
	return nil
}

func None(n int) error { // want None:`{\*errflow/asks.E}`
	if err := abe(n); !asks.Any(err, asks.ErrA, asks.ErrB, io.EOF) {
		return err
	}
	return nil
}

func Some(n int) error { // want Some:`{\*errflow/asks.E errflow/asks.ErrA errflow/asks.ErrB}`
	if err := abe(n); !asks.Some(err, asks.ErrA, asks.ErrB, io.EOF) {
		return err
	}
	return nil
}

// What is asked for is not known.
func MatchesOther(n int, other func() error) error { // want MatchesOther:`{\*errflow/asks.E errflow/asks.ErrA errflow/asks.ErrB}`
	if err := abe(n); asks.Matches(err, other()) {
		return err
	}
	return nil
}

func Ignore(n int) error { return asks.Ignore(abe(n), asks.ErrA) } // want Ignore:`{\*errflow/asks.E errflow/asks.ErrB}`

// What is asked for is known to the callers of this function only.
func HandedOn(err, target error) error { return asks.Ignore(err, target) } // want HandedOn:`{param 0 less value of param 1}`

func HandedOnToo(n int) error { return HandedOn(abe(n), asks.ErrB) } // want HandedOnToo:`{\*errflow/asks.E errflow/asks.ErrA}`

func AsType(n int) error { // want AsType:`{\*errflow/asks.E}`
	if e, ok := asks.AsType[*asks.E](abe(n)); ok {
		return e
	}
	return nil
}

func NotAsType(n int) error { // want NotAsType:`{errflow/asks.ErrA errflow/asks.ErrB}`
	err := abe(n)
	if _, ok := asks.AsType[*asks.E](err); ok {
		return nil
	}
	return err
}

func Has(n int) error { // want Has:`{\*errflow/asks.E}`
	if err := abe(n); asks.Has[*asks.E](err) {
		return err
	}
	return nil
}

func Find(n int) error { // want Find:`{\*errflow/asks.E}`
	var e *asks.E
	if asks.Find(abe(n), &e) {
		return e
	}
	return nil
}

func NotFind(n int) error { // want NotFind:`{errflow/asks.ErrA errflow/asks.ErrB}`
	err := abe(n)
	var e *asks.E
	if asks.FindFirst(&e, err) {
		return nil
	}
	return err
}

func NotA(n int) error { // want NotA:`{errflow/asks.ErrA}`
	err := abe(n)
	if asks.NotA(err) {
		return nil
	}
	return err
}

func IsAOrB(n int) error { // want IsAOrB:`{\*errflow/asks.E}`
	err := abe(n)
	if asks.IsAOrB(err) {
		return nil
	}
	return err
}

func Logged(n int) error { // want Logged:`{\*errflow/asks.E errflow/asks.ErrB}`
	err := abe(n)
	if asks.Logged(err) {
		return nil
	}
	return err
}

func NotFound(n int) error { // want NotFound:`{\*errflow/asks.E errflow/asks.ErrA errflow/asks.ErrB}`
	err := abe(n)
	if asks.NotFound(err) {
		return nil
	}
	return err
}

func Found(n int) error { // want Found:`{\*errflow/asks.E}`
	if err := abe(n); asks.NotFound(err) {
		return err
	}
	return nil
}

func Method(n int, c *asks.Checker) error { // want Method:`{\*errflow/asks.E errflow/asks.ErrB}`
	err := abe(n)
	if c.IsA(err) {
		return nil
	}
	return err
}

func Retry(n int) error { // want Retry:`{\*errflow/asks.E errflow/asks.ErrA errflow/asks.ErrB}`
	err := abe(n)
	if asks.Retry(err) {
		return nil
	}
	return err
}
