package adapter

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"io/fs"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/errlint/errlint/examples/clean/internal/apperr"
)

// A Match is a line that holds the text that was searched for.
type Match struct {
	Path string `json:"path"`
	Line int    `json:"line" jsonschema:"counted from 1"`
	Text string `json:"text"`
}

// SearchText returns the lines below dir that hold query, at most limit of
// them, and how many there are. A limit of 0 stands for a default. Files that
// are not text, too large, or cannot be read are left out.
//
// Errors:
//   - [apperr.InvalidParameterError]: query or dir is empty, or limit is negative
//   - [apperr.PathOutsideRepositoryError]: dir leads out of the repository
//   - [apperr.FileNotFoundError]: there is nothing at dir
//   - [apperr.FileOperationError]: dir cannot be read
//   - [apperr.VectorSearchError]: the search took too long, or did not get
//     through the directories
func (r *Repository) SearchText(ctx context.Context, query, dir string, limit int) ([]Match, int, error) {
	limit, err := limitOf(limit)
	if err != nil {
		return nil, 0, err
	}
	if query == "" {
		return nil, 0, &apperr.InvalidParameterError{Parameter: "query", Msg: "query must not be empty"}
	}
	if _, err := r.stat(dir); err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.SearchTimeout)
	defer cancel()

	matches, total := []Match{}, 0
	err = r.walk(ctx, dir, func(path string, info fs.FileInfo) {
		text, err := r.read(path)
		if err != nil {
			return
		}
		for i, line := range splitLines(text) {
			if !strings.Contains(line, query) {
				continue
			}
			if total++; total <= limit {
				matches = append(matches, Match{Path: path, Line: i + 1, Text: strings.TrimRight(line, "\r\n")})
			}
		}
	})
	if err != nil {
		return nil, 0, searchError(query, "text", err)
	}
	return matches, total, nil
}

// searchError returns the error of a search that was ended by cause.
func searchError(query, index string, cause error) *apperr.VectorSearchError {
	msg := "Search failed"
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		msg = "Search timeout"
	case errors.Is(cause, context.Canceled):
		msg = "Search canceled"
	}
	return &apperr.VectorSearchError{Query: query, Index: index, Msg: msg, Err: cause}
}

// A Finding is a passage that is close in meaning to what was searched for.
type Finding struct {
	Path  string  `json:"path"`
	Line  int     `json:"line" jsonschema:"first line of the passage, counted from 1"`
	Text  string  `json:"text"`
	Score float64 `json:"score" jsonschema:"1 for the same words, 0 for none in common"`
}

// An Embedder turns texts into vectors which are close where the texts are.
type Embedder interface {
	// Embed returns the vector of text, whose length is 1, or 0 if text says
	// nothing.
	//
	// Errors:
	//   - [apperr.EmbeddingError]: the model is not available
	Embed(ctx context.Context, text string) ([]float64, error)
}

// A HashEmbedder embeds a text as the bag of its words, each hashed to one of
// the dimensions. It knows nothing of synonyms, but needs no model.
type HashEmbedder struct{ Dimensions int }

// Embed implements [Embedder].
//
// Errors:
//   - [apperr.EmbeddingError]: ctx is done
func (e HashEmbedder) Embed(ctx context.Context, text string) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, &apperr.EmbeddingError{Model: "hash", Err: err}
	}
	vector := make([]float64, e.Dimensions)
	notWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), notWord) {
		h := fnv.New32a()
		h.Write([]byte(word))
		vector[h.Sum32()%uint32(e.Dimensions)]++
	}
	if norm := math.Sqrt(dot(vector, vector)); norm > 0 {
		for i := range vector {
			vector[i] /= norm
		}
	}
	return vector, nil
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// passage is the number of lines that are embedded as one text.
const passage = 20

// SemanticSearch returns the passages of the repository that are closest to
// query, the closest first, at most limit of them. A limit of 0 stands for a
// default.
//
// Errors:
//   - [apperr.InvalidParameterError]: query is empty, or limit is negative
//   - [apperr.EmbeddingError]: the model is not available
//   - [apperr.VectorSearchError]: the search took too long, or did not get
//     through the directories
func (r *Repository) SemanticSearch(ctx context.Context, query string, limit int) ([]Finding, error) {
	limit, err := limitOf(limit)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(query) == "" {
		return nil, &apperr.InvalidParameterError{Parameter: "query", Msg: "query must not be empty"}
	}
	ctx, cancel := context.WithTimeout(ctx, r.SearchTimeout)
	defer cancel()

	want, err := r.Embedder.Embed(ctx, query)
	if err != nil {
		return nil, err
	}
	passages := []Finding{}
	err = r.walk(ctx, ".", func(path string, info fs.FileInfo) {
		text, err := r.read(path)
		if err != nil {
			return
		}
		line := 1
		for lines := range slices.Chunk(splitLines(text), passage) {
			passages = append(passages, Finding{Path: path, Line: line, Text: strings.Join(lines, "")})
			line += len(lines)
		}
	})
	if err != nil {
		return nil, searchError(query, "semantic", err)
	}
	findings := []Finding{}
	for _, p := range passages {
		have, err := r.Embedder.Embed(ctx, p.Text)
		if err != nil {
			return nil, err
		}
		if p.Score = min(dot(want, have), 1); p.Score > 0 { // rounding may exceed 1
			findings = append(findings, p)
		}
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(b.Score, a.Score) })
	return findings[:min(limit, len(findings))], nil
}
