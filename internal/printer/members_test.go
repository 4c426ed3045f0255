package printer

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMembersAreDocumented compares the members of the JSON object with those
// in docs/command.md.
func TestMembersAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "command.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "\n## JSON")
	if !ok {
		t.Fatal("there is no section JSON")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]*)`").FindAllStringSubmatch(section, -1) {
		documented = append(documented, m[1])
	}
	have := members(reflect.TypeFor[jsonReport](), "")
	slices.Sort(documented)
	slices.Sort(have)
	if diff := cmp.Diff(have, documented); diff != "" {
		t.Errorf("docs/command.md (-have +documented):\n%s", diff)
	}
}

// members returns the paths of the members of the object that a struct of type
// t becomes, as in "findings[].location.start.line".
func members(t reflect.Type, prefix string) []string {
	var paths []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		path := prefix + name
		paths = append(paths, path)
		elem := f.Type
		if elem.Kind() == reflect.Slice {
			elem, path = elem.Elem(), path+"[]"
		}
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		// A location is described once, as the first one.
		if elem.Kind() == reflect.Struct && (elem != reflect.TypeFor[jsonLocation]() || path == "findings[].location") {
			paths = append(paths, members(elem, path+".")...)
		}
	}
	return paths
}
