// Package klog has the signatures of k8s.io/klog/v2 that test cases use.
package klog

type Verbose struct{ enabled bool }

func V(level int) Verbose                                        { return Verbose{} }
func Warning(args ...interface{})                                {}
func Errorf(format string, args ...interface{})                  {}
func InfoS(msg string, keysAndValues ...interface{})             {}
func ErrorS(err error, msg string, keysAndValues ...interface{}) {}
func (v Verbose) InfoS(msg string, keysAndValues ...interface{}) {}
