// Package apperr defines what can go wrong in the code-intelligence server,
// and how it is told to a client.
//
// There is one hierarchy. Its root is the interface [Error]; each member is a
// struct that holds its context in fields of its own, keeps the error that
// caused it, and knows its [Code]. A code, in turn, decides the HTTP status,
// the title and the log level, so that nothing about a kind of error is
// written down twice:
//
//	Error                              code                  status
//	├── FileOperationError             file-operation-error  400
//	│   ├── FileNotFoundError          file-not-found        404
//	│   ├── FileReadError              unsupported-encoding  415
//	│   ├── InvalidLineRangeError      invalid-parameter     400
//	│   └── PathOutsideRepositoryError forbidden             403
//	├── InvalidParameterError          invalid-parameter     400
//	├── GitOperationError              git-operation-error   500
//	├── VectorSearchError              vector-search-error   503
//	└── EmbeddingError                 embedding-error       503
//
// [NewProblem] turns any error at all into RFC 9457 problem details: a member
// of the hierarchy by its own account, a few errors of the standard library by
// a table, and everything else as internal-error, whose text says nothing of
// the cause.
package apperr
