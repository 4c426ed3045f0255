package consistent

import "errors"

// The codes of a protocol, each with its error: more than a doc comment would list.
var (
	ErrUnknown = errors.New("unknown")

	ErrA = errors.New("a")
	ErrB = errors.New("b")
	ErrC = errors.New("c")
	ErrD = errors.New("d")
	ErrE = errors.New("e")
	ErrF = errors.New("f")
	ErrG = errors.New("g")
	ErrH = errors.New("h")
	ErrI = errors.New("i")
	ErrJ = errors.New("j")
	ErrK = errors.New("k")
	ErrL = errors.New("l")
	ErrM = errors.New("m")
	ErrN = errors.New("n")
	ErrO = errors.New("o")
	ErrP = errors.New("p")
)

var byCode = map[int]error{
	1: ErrA, 2: ErrB, 3: ErrC, 4: ErrD, 5: ErrE, 6: ErrF, 7: ErrG, 8: ErrH,
	9: ErrI, 10: ErrJ, 11: ErrK, 12: ErrL, 13: ErrM, 14: ErrN, 15: ErrO, 16: ErrP,
}

// ForCode returns the error of a code, which is ErrUnknown if there is none of it.
func ForCode(code int) error { // shape: raisesdoc/not-table
	if err, ok := byCode[code]; ok {
		return err
	}
	return ErrUnknown
}

var first = map[int]error{1: ErrA, 2: ErrB}

// ForFirst returns the error of a low code, which is ErrUnknown if there is none of it.
func ForFirst(code int) error { // want `ForFirst may return ErrA and ErrB, which its doc comment does not list`
	if err, ok := first[code]; ok {
		return err
	}
	return ErrUnknown
}
