// Package usehelpers makes errors by functions of another package.
package usehelpers

import (
	"errors"

	"wrapcause/helpers"
)

func use(g func() error) error {
	if err := g(); err != nil {
		return helpers.Wrap("g", err) // shape: wrapcause/not-helper
	}
	if err := g(); err != nil {
		return helpers.Ignore("g", err) // category: helper // shape: wrapcause/helper-ignores // want `helpers.Ignore ignores err, so errors.Is and errors.As cannot find it`
	}
	if err := g(); err != nil {
		return helpers.Blank("g", err) // category: helper // shape: wrapcause/helper-ignores // want `helpers.Blank ignores err`
	}
	if err := g(); err != nil {
		return helpers.Flatten("g", err) // category: helper // shape: wrapcause/helper-flattens // want `helpers.Flatten keeps only the text of err, so errors.Is and errors.As cannot find it`
	}
	if err := g(); err != nil {
		return helpers.FlattenText(err) // category: helper // shape: wrapcause/helper-flattens // want `helpers.FlattenText keeps only the text of err`
	}
	if err := g(); err != nil {
		return helpers.Hidden(err) // shape: wrapcause/not-opaque
	}
	if err := g(); err != nil {
		return helpers.Fatal("g: " + err.Error()) // shape: wrapcause/helper-text // want `helpers.Fatal takes only the text of err`
	}
	if err := g(); err != nil {
		return helpers.New("g: " + err.Error()) // shape: wrapcause/helper-text // want `helpers.New takes only the text of err`
	}
	if err := g(); err != nil {
		return helpers.New("g") // shape: wrapcause/dropped-new // want `helpers.New makes an error in place of err`
	}
	if err := g(); err != nil {
		return helpers.Newf("g: %v", err) // shape: wrapcause/wrapper // want `helpers.Newf formats err with %v`
	}
	if err := g(); err != nil {
		return helpers.Errorf("g: %v", err) // shape: wrapcause/wrapper // want `helpers.Errorf formats err with %v`
	}
	if err := g(); err != nil {
		return helpers.Errorf("g: %w", err)
	}
	if err := g(); err != nil {
		return helpers.Alias("g: %v", err) // shape: wrapcause/alias // want `helpers.Alias formats err with %v`
	}
	return nil
}

// A function elsewhere that is given a format, and what to format, formats.

var locale helpers.Locale

func translated(g func() error, name string) error {
	if err := g(); err != nil {
		return errors.New(locale.Get("cannot read %s: %v", name, err)) // shape: wrapcause/text-elsewhere // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.New(locale.Get("cannot read: %s", err.Error())) // shape: wrapcause/text-elsewhere // want `errors.New takes only the text of err`
	}
	if err := g(); err != nil {
		return errors.New(helpers.Title("cannot read", err)) // what becomes of it is not guessed
	}
	return nil
}

// Each call of a helper is a finding, of a category for itself: the helper is one.

func many(g func() error) error {
	if err := g(); err != nil {
		return helpers.Keep("g", err) // category: helper // shape: wrapcause/helper-again // want `helpers.Keep keeps only the text of err`
	}
	if err := g(); err != nil {
		return helpers.Keep("h", err) // category: helper // want `helpers.Keep keeps only the text of err`
	}
	return nil
}

func first(g func() error) error {
	if err := g(); err != nil {
		return helpers.Keep("g", err) // category: helper // want `helpers.Keep keeps only the text of err`
	}
	return nil
}

// What a helper of another package says is logged, not returned.
func logged(g func() error, log func(...any)) {
	if err := g(); err != nil {
		log(helpers.Flatten("g", err)) // shape: wrapcause/not-elsewhere
	}
}

// No verb would wrap an error that is given to a function which prints it with fmt.Sprintf.
func located(g func() error) error {
	if err := g(); err != nil {
		return helpers.At(1, "g: %v", err) // category: helper // shape: wrapcause/helper-prints // want `helpers.At formats err with %v`
	}
	return nil
}

// A function elsewhere returns the text.
func said(g func() error) error {
	if err := g(); err != nil {
		return errors.New("g: " + helpers.Say(err)) // shape: wrapcause/text-elsewhere // want `errors.New takes only the text of err`
	}
	return nil
}

// One of which the text tells nothing of it is not asked for the text.
func brief(g func() error, name string) error {
	if err := g(); err != nil {
		return errors.Join(err, errors.New(name+": "+helpers.Brief(err)))
	}
	return nil
}
