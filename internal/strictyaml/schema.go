package strictyaml

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"go.yaml.in/yaml/v4"

	"github.com/errlint/errlint/internal/ruledoc"
)

// Schema returns the JSON schema, draft 2020-12, of the texts that [Decode]
// accepts for the struct type t, with its $id and title; what a [Checker]
// checks is not part of it. The text ends in a newline.
func Schema(t reflect.Type, id, title string) ([]byte, error) {
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
		if nullable(o.Type) && p["type"] != nil {
			p["type"] = []any{p["type"], "null"}
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
