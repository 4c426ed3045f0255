// Package noerrordict reports errors that are returned as maps, structs or JSON.
//
// Then a function has two ways to fail, of which callers check one. Return the error:
// the decorator decides what it becomes.
//
// # Why
//
// FR-ERR-003: "Adapter functions MUST raise exceptions on error instead of returning
// error dicts."
//
// # Found
//
// A value with a text under an error key is returned, and no other result says that the
// call failed:
//
//   - error-map: a map.
//   - error-struct, preview: a struct of the module with such a string field, set from
//     an error.
//   - error-json: a text that spells out a JSON object.
//   - error-success: the text of an error that a tool has failed with, as its result
//     without IsError.
//   - error-output, preview: the same, in a field of the output of a typed tool.
//   - error-lost: a tool result with IsError and no content, where an error is at hand.
//   - error-text, off by default: the text of an error as a function's string result.
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
// A helper is found only if its value leaves as a success.
//
// # Not found
//
//   - Failures that are data: of a batch, a decoded reply, a field, a map's element.
//   - Errors told from others (errors.Is, a switch), of validators and clean-ups, or
//     after which the tool goes on.
//   - Functions, flags, numbers, errors under the key; JSON-RPC frames; JSON schemas.
//   - HTTP responses, logs, templates, results with IsError, decorators' envelopes,
//     error types, tests, generated files.
//
// # Fix
//
// There is none.
//
//   - any: which error to return, and what callers make of it, a person must decide
//
// # Suppress
//
// //errlint:ignore noerrordict REASON. For a type that tells what works, as in a health
// check: option envelopes.
package noerrordict
