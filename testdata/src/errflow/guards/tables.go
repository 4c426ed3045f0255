package guards

import "errors"

var byRow = []struct {
	err  error
	code int
}{{ErrA, 1}, {err: ErrB, code: 2}}

var byKey = map[error]int{ErrA: 1, ErrB: 2}

var changed = map[error]int{ErrA: 1}

func init() { changed[ErrB] = 2 }

var pointers = []*struct{ err error }{{ErrA}, {ErrB}}

func TableBehind(n int) error { // want TableBehind:`{errflow/guards.E}`
	err := abc(n)
	for _, row := range byRow {
		if errors.Is(err, row.err) {
			return nil
		}
	}
	return err
}

func TableHit(n int) error { // want TableHit:`{errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	for i := range pointers {
		if errors.Is(err, pointers[i].err) {
			return err
		}
	}
	return nil
}

func TableSome(n int, skip bool) error { // want TableSome:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	for target := range byKey {
		if skip {
			continue
		}
		if errors.Is(err, target) {
			return nil
		}
	}
	return err
}

func TableLookup(n int) (int, error) { // want TableLookup:`{errflow/guards.E errflow/guards.ErrSub}`
	err := abc(n)
	if code, ok := byKey[err]; ok {
		return code, nil
	}
	return 0, err
}

func TableZero(n int) (int, error) { // want TableZero:`{errflow/guards.E errflow/guards.ErrSub}`
	err := abc(n)
	if code := byKey[err]; code != 0 {
		return code, nil
	}
	return 0, err
}

func TableChanged(n int) (int, error) { // want TableChanged:`{errflow/guards.E errflow/guards.ErrA errflow/guards.ErrB errflow/guards.ErrSub}`
	err := abc(n)
	if code, ok := changed[err]; ok {
		return code, nil
	}
	return 0, err
}
