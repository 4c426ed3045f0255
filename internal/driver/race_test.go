//go:build race

package driver_test

// raceDetector reports whether the test runs with the race detector, under which objects are larger.
const raceDetector = true
