// Package noerrordict reports errors that are returned as maps, structs or JSON.
//
// A function that does so has two ways to fail, and callers check only one. Return the
// error, and let the decorator decide what clients see.
//
// # Why
//
// FR-ERR-003: "Adapter functions MUST raise exceptions on error instead of returning
// error dicts."
//
// # Found
//
// A value that has a text under an error key is returned, and no other result says
// that the call failed.
//
//   - error-map: the value is a map.
//   - error-struct, preview: the value is a struct of the module with a string field
//     that is set from an error.
//   - error-json: the value is a string that spells out a JSON object.
//   - error-success: a tool that has failed returns the text of the error as its
//     result, without IsError.
//   - error-output, preview: a typed tool that has failed returns the text of the
//     error in a field of its output.
//   - error-lost: a tool that has failed returns a result with IsError and no content.
//   - error-text, off: a function returns the text of an error as a string.
//
// Bad above good:
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
// A helper that builds such a value is reported only if the value is returned as a
// success.
//
// # Not found
//
//   - Failures that are data: records of a batch, parts of a report, decoded
//     replies, fields, elements of a map.
//   - Errors distinguished by errors.Is or a switch, answers of validators, failed
//     cleanups, errors after which the tool goes on, and those it tells below data.
//   - Functions, flags, numbers and errors under the key; JSON-RPC frames; JSON
//     schemas.
//   - HTTP responses, logs, templates, results with IsError, decorators and error
//     types.
//   - Tests and generated files.
//
// # Fix
//
// There is none.
//
//   - any: the author has to decide which error to return, and what callers make of it
//
// # Suppress
//
// Use //errlint:ignore noerrordict REASON. If a type exists to report what works, as
// in a health check, list it in option envelopes.
package noerrordict
