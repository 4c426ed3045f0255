package thoughtgate

import "errors"

// A ToolNotExposed is a tool that the first gate hides.
type ToolNotExposed struct{ Tool string }

func (e *ToolNotExposed) Error() string { return "tool " + e.Tool + " is not exposed" }

// A GovernanceRuleDenied is a call that a rule denies, at the second gate.
type GovernanceRuleDenied struct{ Tool, Rule string }

func (e *GovernanceRuleDenied) Error() string { return e.Tool + " is denied by rule " + e.Rule }

// A PolicyDenied is a call that a policy denies, at the third gate.
type PolicyDenied struct {
	Tool string
	Gate string `json:"gate"`
}

func (e *PolicyDenied) Error() string { return e.Tool + " is denied by a policy" }

// An ApprovalRejected is a call that somebody has rejected, at the fourth gate.
type ApprovalRejected struct{ Tool string }

func (e *ApprovalRejected) Error() string { return e.Tool + " is rejected" }

// An ApprovalTimeout is a call that nobody has approved in time, at the fourth gate.
type ApprovalTimeout struct{ Tool string }

func (e *ApprovalTimeout) Error() string { return e.Tool + " is not approved in time" }

// A WorkflowNotFound is an approval whose workflow is not there, at the fourth gate.
type WorkflowNotFound struct{ Workflow string }

func (e *WorkflowNotFound) Error() string { return "there is no workflow " + e.Workflow }

// The errors that are of no gate.
var (
	ErrUpstreamConnection = errors.New("no connection to the upstream")
	ErrUpstreamTimeout    = errors.New("the upstream did not answer in time")
	ErrUpstream           = errors.New("the upstream has failed")
	ErrTaskNotFound       = errors.New("no such task")
	ErrTaskExpired        = errors.New("the task has expired")
	ErrTaskCancelled      = errors.New("the task was cancelled")
	ErrRateLimited        = errors.New("too many calls")
	ErrInspection         = errors.New("the inspection has failed")
	ErrPolicyDrift        = errors.New("the policy has changed")
	ErrTransformDrift     = errors.New("the request has changed")
	ErrUnavailable        = errors.New("too much to do")
	ErrConfiguration      = errors.New("not configured")
)

// ungated are the codes and messages of the errors that are of no gate.
var ungated = []struct {
	err     error
	code    int64
	message string
}{
	{ErrUpstreamConnection, codeUpstreamConnectionFailed, "no connection to the upstream"},
	{ErrUpstreamTimeout, codeUpstreamTimeout, "the upstream did not answer in time"},
	{ErrUpstream, codeUpstream, "the upstream has failed"},
	{ErrTaskNotFound, codeTaskNotFound, "no such task"},
	{ErrTaskExpired, codeTaskExpired, "the task has expired"},
	{ErrTaskCancelled, codeTaskCancelled, "the task was cancelled"},
	{ErrRateLimited, codeRateLimited, "too many calls"},
	{ErrInspection, codeInspectionFailed, "the inspection has failed"},
	{ErrPolicyDrift, codePolicyDrift, "the policy has changed"},
	{ErrTransformDrift, codeTransformDrift, "the request has changed"},
	{ErrUnavailable, codeServiceUnavailable, "too much to do"},
	{ErrConfiguration, codeConfiguration, "not configured"},
}
