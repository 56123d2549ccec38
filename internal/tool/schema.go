package tool

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Schema describes a tool's arguments, in as few words as JSON Schema allows: every one of them is paid for by every agent.
type Schema struct {
	Type        string             `json:"type"`
	Description string             `json:"description,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *Schema            `json:"items,omitempty"`

	accepted []string // every argument that is understood, listed or not
}

func (s *Schema) names() []string { return s.accepted }

// schemaOf reads a struct: `json` names an argument, `doc` says what it is ("-": understood but not listed), `enum` what it may
// be, `need` that it must be there, `flat` that an object's own arguments stand in its doc.
func schemaOf(t reflect.Type) *Schema {
	s := &Schema{Type: "object", Properties: map[string]*Schema{}}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || name == "" || name == "-" {
			continue
		}
		s.accepted = append(s.accepted, name)
		doc := field.Tag.Get("doc")
		if doc == "-" {
			continue
		}
		p := typeOf(field.Type)
		if _, flat := field.Tag.Lookup("flat"); flat {
			p = &Schema{Type: "object"}
		}
		p.Description = doc
		if enum := field.Tag.Get("enum"); enum != "" {
			p.Enum = strings.Split(enum, ",")
		}
		if _, need := field.Tag.Lookup("need"); need {
			s.Required = append(s.Required, name)
		}
		s.Properties[name] = p
	}
	slices.Sort(s.accepted)
	return s
}

func typeOf(t reflect.Type) *Schema {
	if t == reflect.TypeFor[word]() {
		return &Schema{Type: "string"}
	}
	if t == reflect.TypeFor[json.RawMessage]() {
		return &Schema{Type: "object"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &Schema{Type: "integer"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice:
		return &Schema{Type: "array", Items: typeOf(t.Elem())}
	case reflect.Struct:
		return schemaOf(t)
	case reflect.Map:
		return &Schema{Type: "object"}
	}
	return &Schema{Type: "string"}
}

// With is the schema and one more argument.
func (s *Schema) With(name, doc string) *Schema {
	more := *s
	more.Properties = maps.Clone(s.Properties)
	more.Properties[name] = &Schema{Type: "string", Description: doc}
	return &more
}
