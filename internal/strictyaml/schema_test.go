package strictyaml_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/errlint/errlint"
	"github.com/errlint/errlint/internal/ruledoc"
)

var update = flag.Bool("update", false, "write the generated file in docs")

// TestSchemaFile generates docs/errlint.schema.json, the schema of configuration files.
func TestSchemaFile(t *testing.T) {
	want, err := schemaOf(reflect.TypeFor[errlint.Config](), errlint.SchemaURL, "Configuration of errlint ("+errlint.ConfigName+")")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "errlint.schema.json")
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), strings.ReplaceAll(string(have), "\r\n", "\n")); diff != "" {
		t.Errorf("%s is out of date; run go generate . (-want +have):\n%s", file, diff)
	}
}

// schemaOf returns the JSON schema, draft 2020-12, of the texts that [strictyaml.Decode]
// accepts for the struct type t, with its $id and title; what a [ruledoc.Checker]
// checks is not part of it. The text ends in a newline.
func schemaOf(t reflect.Type, id, title string) ([]byte, error) {
	opts, err := ruledoc.Options(t)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	s, err := object(opts)
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"] = id
	s["title"] = title
	s["type"] = []string{"object", "null"}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	return b.Bytes(), nil
}

type schema map[string]any

func object(opts []ruledoc.Option) (schema, error) {
	properties := make(schema)
	for _, o := range opts {
		p, err := ofType(o.Type, o)
		if err != nil {
			return nil, err
		}
		switch o.Type.Kind() {
		case reflect.Struct, reflect.Slice, reflect.Map:
			if p["type"] != nil {
				p["type"] = []any{p["type"], "null"}
			}
		}
		p["description"] = o.Doc
		if o.InWords() {
			p["description"] = o.Doc + "; default: " + o.Default[1:len(o.Default)-1]
		} else if o.Type.Kind() != reflect.Struct {
			var value any
			if err := yaml.Load([]byte(o.Default), &value); err != nil {
				return nil, fmt.Errorf("default of %s: %w", o.Key, err)
			}
			p["default"] = value
		}
		properties[o.Key] = p
	}
	return schema{"type": "object", "additionalProperties": false, "properties": properties}, nil
}

func ofType(t reflect.Type, o ruledoc.Option) (schema, error) {
	switch t.Kind() {
	case reflect.Bool:
		return schema{"type": "boolean"}, nil
	case reflect.Int:
		return schema{"type": "integer"}, nil
	case reflect.Struct:
		return object(o.Fields)
	case reflect.Slice:
		items, err := ofType(t.Elem(), o)
		s := schema{"type": "array", "items": items}
		if o.Single {
			s = schema{"anyOf": []schema{items, s}}
		}
		return s, err
	case reflect.Map:
		values, err := ofType(t.Elem(), o)
		return schema{"type": "object", "additionalProperties": values}, err
	default:
		s := schema{"type": "string"}
		if o.Enum != nil {
			s["enum"] = o.Enum
		}
		return s, nil
	}
}
