// Package runtime stands in for k8s.io/apimachinery/pkg/util/runtime.
package runtime

import "context"

func HandleError(err error) {}

func HandleErrorWithContext(ctx context.Context, err error, msg string, keysAndValues ...any) {}
