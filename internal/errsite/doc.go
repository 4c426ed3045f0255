// Package errsite makes a site of which errors functions return: one HTML file, which needs no server and no network.
//
// The page has the data of the tables (package whicherrs) as JSON, in a script element that is not run, and a script that shows them: packages, functions with their errors, errors with
// the functions that they may leave, and the path of an error from a function to where it is named. Paths are not stored, there would be too many: the script looks
// for the shortest, as [whicherrs.Program.Paths] does. What the reader looks at is in the fragment of the address, so that it can be linked to.
//
// # Trust
//
// Names, lines of source and codes are somebody else's, and may be anything. In the page they are JSON in which every "<" is an escape, so that none ends the element; the script
// makes elements and text of them, never HTML, and only fragments of addresses. The page's own policy, which names its script and its style by their digests, keeps
// anything else from being run or loaded.
package errsite
