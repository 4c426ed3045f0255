// Package noerrordict reports errors that are returned as maps, structs or JSON.
//
// A function that answers a failure with a map that has an error key, and a nil
// error, has two ways to fail, of which its callers check one:
//
//	func OpenFile(path string) (map[string]any, error) {
//		b, err := os.ReadFile(path)
//		if err != nil {
//			return map[string]any{"error": err.Error()}, nil // looks like a success
//		}
//		return map[string]any{"content": string(b)}, nil
//	}
//
// Remedy: return the error. What becomes of it on the wire is for one place to
// decide, the decorator of the tool handlers.
//
//	if err != nil {
//		return nil, fmt.Errorf("open %s: %w", path, err)
//	}
//
// # Why
//
// FR-ERR-001 and FR-ERR-003 of the code-intelligence error envelope: adapters
// return errors, never error maps, and a successful reply carries no error key.
// An error that has become text can no longer be told from others, counted,
// logged with its cause, or mapped to a code, and each function that invents a
// shape for it invents another one.
//
// # Found
//
// A value with an error key that is returned, or becomes a part of what is
// shown, where no other result says that the call has failed, and where the key
// holds a text of the program's own or one made of an error:
//
//   - error-map: a map, by a literal or by assignments, of a named type too
//     (gin.H). There is one finding for each map, at the first such key. The text
//     of an error in a map under the key counts, too: {"error": {"message": …}}.
//   - error-struct: a struct of the module's own, with a string field that is
//     an error key by its name or its name in JSON, set from an error.
//   - error-json: a text that spells out a JSON object, by a constant, by
//     fmt.Sprintf or by concatenation.
//   - error-success: the text of an error that a tool has failed with, as its
//     result without IsError: the client is told that all is well.
//   - error-lost: a tool result with IsError and without content, where an error
//     is at hand: the model cannot read what has failed.
//   - error-text, off by default: the text of an error that is at hand,
//     returned as the string result of a function, with a nil error.
//
// Values are followed through variables, json.Marshal and the conversions of
// what it returns, copies of maps, the text of MCP content and tool results (of
// both SDKs and their forks), functions that make a map or struct whose key is set
// afterwards, functions that set a key in their argument, deferred ones too, and
// helpers in any package of the module. A helper, which only builds what it is
// told to build, is not at fault by itself: the finding is on the map in it if
// one of its callers in the package returns that as a success, and on the call
// if only callers in other packages do.
//
// # Not found
//
//   - Records of the items of a batch: appended to a slice, nested in another
//     map or struct, or a text that is carried round a loop; and all that goes
//     no further than into such records, through however many functions. Some
//     items may fail where the call does not.
//   - A tool that goes on after an error and mentions it in its result, and one
//     that has told the error from others (errors.Is, a switch) before it shows
//     it: there the error is an answer.
//   - A function, a flag, a number or an error under the key: an error there is
//     still an error.
//   - JSON-RPC frames, code and message under an error key, JSON schemas, tables
//     of levels and captions: these are protocols and descriptions.
//   - What is written to an HTTP response, to a log or to a template, and what
//     is returned with an HTTP status: that is the boundary itself.
//   - Tool results that are marked with IsError: that is the envelope.
//   - Decorators, and what they call to build their envelope.
//   - Tests, generated files, Error methods, methods that give a value another
//     form (MarshalJSON), and error types.
//   - Methods without an error result of an interface in another package: there is no
//     place for the error.
//   - Data: a field of a decoded reply, an entry of a map, an error that was
//     kept in a field. The program reports a failure there, it has not failed.
//   - Records: a field of a struct that the function is given or looks up, which
//     it notes an error in.
//   - Structs of other modules, whose shape is not the author's choice.
//   - A return that may carry an error as well.
//
// # Fix
//
// There is none:
//
//   - any: which error to return, and what its callers make of it, is for a person to decide
//
// # Suppress
//
// //errlint:ignore noerrordict REASON on the line of the key or the text, or in
// the function's doc comment, and //nolint:errlint for golangci-lint. A type
// that may hold errors, everywhere or in some packages, belongs in the option
// envelopes: that of a health check, say, whose job is to tell what works. What a
// function is for is not in its code, so such a check is found like any other
// function that answers a failure with a value.
//
// # Limits
//
// A value that is written to a buffer and read from it again is not followed,
// nor are the results of interface methods, texts that a template makes, keys that
// are no constants, entries that a loop copies from one map to another, and maps
// in fields of structs.
package noerrordict
