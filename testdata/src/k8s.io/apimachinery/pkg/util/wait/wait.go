// Package wait stands in for k8s.io/apimachinery/pkg/util/wait.
package wait

import (
	"context"
	"time"
)

type ConditionWithContextFunc func(context.Context) (done bool, err error)

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	for {
		if done, err := condition(ctx); done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(interval):
		}
	}
}
