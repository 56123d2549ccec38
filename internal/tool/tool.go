// Package tool is what an agent can do: one file a tool, all of them in the table of all.go. A tool takes arguments, asks the
// session, and answers in the words of render. It does not know which protocol carries the call.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/domsight/domsight/internal/fault"
	"github.com/domsight/domsight/internal/render"
	"github.com/domsight/domsight/internal/session"
)

// Tool is one entry of the table.
type Tool struct {
	Name        string
	Description string
	Effect      Effect
	Schema      *Schema
	Unlisted    bool   // callable, but not in tools/list
	Set         string // a set of tools that must be turned on; "" is always there
	run         func(context.Context, *Env, json.RawMessage) (Reply, error)
}

// Effect is what a tool may do to the world.
type Effect int

// The effects.
const (
	Reads    Effect = iota // looks, changes nothing
	Moves                  // changes what the browser shows, nothing that lasts
	Destroys               // may change what cannot be brought back
)

// Env is what a call has beside its arguments.
type Env struct {
	Session  *session.Session
	Handle   string                // the session's handle, where the agent must repeat it
	Progress func(message string)  // never nil
	Health   func() []render.Field // what the server knows of itself

	// Confirm asks the person at the client; nil where that cannot be done.
	Confirm func(ctx context.Context, question string) (bool, error)
}

// Reply is what a call answers.
type Reply struct {
	Text  string
	Image []byte // PNG
}

// Place is what every tool takes: which tab is meant. All of its spellings are accepted, the schema shows one.
type Place struct {
	TabID   word   `json:"tab_id"`
	TabName string `json:"tabName" doc:"-"`
	Session string `json:"session" doc:"-"`
}

func (p Place) tab() string { return string(p.TabID) + p.TabName }

// word is a string that may also be written as a number.
type word string

func (w *word) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(w))
	}
	*w = word(bytes.TrimSpace(data))
	return nil
}

// define makes a tool of a function; its arguments are the fields of In.
func define[In any](name, description string, effect Effect, run func(context.Context, *Env, In) (Reply, error)) *Tool {
	schema := schemaOf(reflect.TypeFor[In]())
	return &Tool{Name: name, Description: description, Effect: effect, Schema: schema,
		run: func(ctx context.Context, env *Env, args json.RawMessage) (Reply, error) {
			var in In
			if err := decode(args, &in, schema); err != nil {
				return Reply{}, err
			}
			return run(ctx, env, in)
		}}
}

// in puts the tool into a set that must be turned on.
func (t *Tool) in(set string) *Tool {
	t.Set = set
	return t
}

// Call runs the tool. An error is always a *fault.Error.
func (t *Tool) Call(ctx context.Context, env *Env, args json.RawMessage) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.Newf(fault.Internal, "%s failed: %v", t.Name, p)
		}
	}()
	reply, err = t.run(ctx, env, args)
	if err != nil {
		return reply, fault.From(err)
	}
	return reply, nil
}

// decode is strict: an argument the tool does not know is answered with those it knows.
func decode(args json.RawMessage, into any, schema *Schema) error {
	if len(bytes.TrimSpace(args)) == 0 || string(bytes.TrimSpace(args)) == "null" {
		args = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("text after the arguments")
	}
	if err == nil {
		return nil
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		message = fmt.Sprintf("%s must be a %s, not a %s", wrong.Field, wrong.Type, wrong.Value)
	}
	message = strings.Replace(message, "unknown field", "unknown argument", 1)
	return fault.New(fault.BadArgument, message).Nextf("arguments: %s", strings.Join(schema.names(), ", "))
}
