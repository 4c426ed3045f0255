// Package errsite builds a site that shows which errors functions return: one HTML file, which needs no server and no
// network.
//
// The page contains the data of the tables (package whicherrs) as JSON, in a script element that is not executed, and a
// script that shows it: packages, functions with their errors, errors with the functions that they may leave, and the
// path of an error from a function to where it is named. Paths are not stored, because there would be too many. The
// script finds the shortest one, as [whicherrs.Program.Paths] does. The fragment of the address identifies what the
// reader looks at, so that it can be linked to.
//
// # Trust
//
// Names, source lines and codes come from other people and may contain anything. The page has them as JSON in which
// every "<" is escaped, so none of them can end the element. The script turns them into elements and text, never into
// HTML, and into nothing but fragments of addresses. The page's content security policy names its script and its style
// by their digests, and keeps everything else from being run or loaded.
package errsite
