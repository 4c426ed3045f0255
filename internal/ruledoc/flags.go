package ruledoc

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Flags adds flags for the options of a rule that are a boolean, a number, a string, or a list of strings, which
// the flag separates by commas. Each flag has the name and the text of its option. Opts is a pointer to a struct that follows the conventions
// of this package; if it is a [Checker], it checks each value.
func Flags(fs *flag.FlagSet, opts any) {
	v := reflect.ValueOf(opts).Elem()
	known, _ := Options(v.Type()) // a test of the configuration checks that all fields are as they should be
	for _, o := range known {
		if isScalar(o.Type) || o.Type.Kind() == reflect.Slice && o.Type.Elem().Kind() == reflect.String {
			fs.Var(&optionFlag{o, v}, o.Key, o.Doc+" ("+o.TypeName()+")")
		}
	}
}

// An optionFlag is an option as a flag.
type optionFlag struct {
	Option
	of reflect.Value // the struct
}

// IsBoolFlag makes -name the same as -name=true if the option is a boolean.
func (f *optionFlag) IsBoolFlag() bool { return f.Type.Kind() == reflect.Bool }

func (f *optionFlag) String() string {
	if !f.of.IsValid() {
		return "" // package flag asks a zero value, too
	}
	v := reflect.Indirect(f.of.Field(f.Index))
	if !v.IsValid() { // a pointer to nothing, which stands for the default
		return f.Default
	}
	if v.Kind() == reflect.Slice {
		return strings.Join(v.Convert(reflect.TypeFor[[]string]()).Interface().([]string), ",")
	}
	return fmt.Sprint(v)
}

// Set sets the option. A list is replaced.
func (f *optionFlag) Set(s string) error {
	new := reflect.New(f.Type)
	var words []string
	switch v := new.Elem(); f.Type.Kind() {
	case reflect.Bool:
		on, err := strconv.ParseBool(s)
		if err != nil {
			return errors.New("is neither true nor false")
		}
		v.SetBool(on)
	case reflect.Int:
		n, err := strconv.Atoi(s)
		if err != nil {
			return errors.New("is no number")
		}
		v.SetInt(int64(n))
	case reflect.String:
		words = []string{s}
		v.SetString(s)
	default:
		words = []string{}
		for word := range strings.SplitSeq(s, ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
		v.Set(reflect.ValueOf(words).Convert(f.Type))
	}
	field := f.of.Field(f.Index)
	old := reflect.ValueOf(field.Interface())
	if field.Kind() != reflect.Pointer {
		new = new.Elem()
	}
	field.Set(new)
	if err := f.check(words); err != nil {
		field.Set(old)
		return err
	}
	return nil
}

// check returns what is wrong with the value of the option, which consists of some words.
func (f *optionFlag) check(words []string) (err error) {
	for _, word := range words {
		if f.Enum != nil && !slices.Contains(f.Enum, word) {
			return fmt.Errorf("%q is none of %s", word, strings.Join(f.Enum, ", "))
		}
	}
	if c, ok := f.of.Addr().Interface().(Checker); ok {
		c.Check(func(key, problem string) {
			if name, _, _ := strings.Cut(key, "["); name == f.Key && err == nil {
				err = errors.New(problem)
			}
		})
	}
	return err
}
