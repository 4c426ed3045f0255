// Package noerrordict reports errors that are returned as maps, structs or JSON.
//
// A function that answers a failure with such a value and a nil error has two ways to
// fail, of which its callers check one. Return the error: what becomes of it is for the
// decorator to decide.
//
// # Why
//
// FR-ERR-003: "Adapter functions MUST raise exceptions on error instead of returning
// error dicts."
//
// # Found
//
// A value with an error key, which holds a text, is returned or shown where no other
// result says that the call failed:
//
//   - error-map: a map.
//   - error-struct, preview: a struct of the module, with a string field that is an error key
//     by its name, set from an error.
//   - error-json: a text that spells out a JSON object.
//   - error-success: the text of an error that a tool has failed with, as its result
//     without IsError.
//   - error-output, preview: the same, in a field of the output of a typed tool.
//   - error-lost: a tool result with IsError and without content, where an error is at
//     hand.
//   - error-text, off by default: the text of an error as the string result of a
//     function, with a nil error.
//
// By category, bad and good:
//
//	m["error"] = err.Error(); return m, nil                      // error-map
//	return Reply{Error: err.Error()}, nil                        // error-struct
//	return fmt.Sprintf(`{"error": %q}`, err), nil                // error-json
//	return "failed: " + err.Error(), nil                         // error-text
//	return nil, err                                              // good
//
//	return mcp.NewToolResultText("failed: " + err.Error()), nil  // error-success
//	return nil, Output{Message: err.Error()}, nil                // error-output
//	return &mcp.CallToolResult{IsError: true}, nil               // error-lost
//	return mcp.NewToolResultError("no such file"), nil           // good
//
// A helper is not at fault by itself: the finding is where the value leaves as a
// success.
//
// # Not found
//
//   - Records of a batch: in a slice, in another map or struct.
//   - An error that was told from others (errors.Is, a switch), or after which the
//     tool goes on.
//   - A function, a flag, a number or an error under the key; JSON-RPC frames and JSON
//     schemas.
//   - HTTP responses, logs, templates, results with IsError, decorators and what they
//     call.
//   - Failures that are data: of a decoded reply, of a field, of an entry.
//   - Methods of other packages' interfaces without an error result; tests, generated
//     files, error types.
//
// # Fix
//
// There is none.
//
//   - any: which error to return, and what its callers make of it, is for a person to
//     decide
//
// # Suppress
//
// //errlint:ignore noerrordict REASON. A type whose job is to tell what works, such as
// that of a health check, belongs in the option envelopes.
//
// # Limits
//
// Not followed: buffers, templates, results of interface methods, keys that are no
// constants, maps in fields of structs.
package noerrordict
