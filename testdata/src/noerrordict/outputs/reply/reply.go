// Package reply makes what tools put out.
package reply

// A Result tells what became of a request.
type Result struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty"`
}

// Of returns the result of a request that has failed with err, or has not.
func Of(err error) *Result {
	if err != nil {
		return &Result{Message: err.Error()} // shape: noerrordict/not-output-helper
	}
	return &Result{Success: true}
}

// Always returns a result with whatever err says.
func Always(err error) *Result {
	return &Result{Message: "last error: " + text(err)}
}

func text(err error) string {
	if err == nil {
		return "none"
	}
	return err.Error()
}
