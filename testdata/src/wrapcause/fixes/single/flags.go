package single

import (
	"errors"
	"flag"
)

func flags(fs *flag.FlagSet, g func() error) error {
	if err := g(); err != nil {
		return errors.New("a: " + err.Error()) // want `text of err`
	}
	return nil
}
