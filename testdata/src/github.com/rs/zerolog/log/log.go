// Package log has the signatures of github.com/rs/zerolog/log that test cases use.
package log

import "github.com/rs/zerolog"

func Debug() *zerolog.Event        { return nil }
func Warn() *zerolog.Event         { return nil }
func Error() *zerolog.Event        { return nil }
func Err(err error) *zerolog.Event { return nil }
