// Mutate injects faults into Go modules, and what looks like faults and is none, and counts what errlint says.
//
//	go run . [flags] [NAME=]DIR...
//
// DIR is the root of a module. It is copied, and only the copy is changed. The flags are shown by -h; without any, each fault that
// there is a place for is tried, which takes minutes for a module of 50,000 lines.
//
// # What is changed
//
// Six kinds of mutation are faults:
//
//   - verb: a %w in the format of fmt.Errorf becomes %v.
//   - operand: it is removed, with its operand.
//   - fresh: in place of an error that is returned as it came, where it is known not to be nil, a new one is returned.
//   - sentinel: in its place a package-level error is returned.
//   - raise: it is wrapped together with a new exported sentinel, which another function of the package documents.
//   - unlist: the name of an exported error of the module that a function returns, in so many words, is taken out of its doc comment.
//
// wrapcause has to find the first four, raisesdoc the others. The kind handled is no fault: the error is looked at by
// errors.Is, errors.As, a comparison or a switch before it is returned; logged; wrapped, by fmt.Errorf, errors.Join, a
// helper or a type; or its variable has another name. Whatever errlint says then that it did not say before is a false alarm,
// but for what raisesdoc says where another error leaves besides: a function that hands on what one other returns has no list.
//
// # How it is counted
//
// The rules run by default, raisesdoc at the level listed, and wrapcause with its categories that are in preview: a cause is lost, whether or not
// that may be meant.
//
// No mutation moves a line. So a finding is new if there were fewer of its rule, category, message and line before, and a fault
// is found if its rule has a new finding in the declaration that was changed, or one anywhere that names the error which leaves: at the
// interface that a method implements, or at its type. A run of errlint judges many mutations, at most one in each
// declaration; what was missed then, or was an alarm, is tried again with at most one in each package, and what is left by
// itself, as far as that takes not too many runs.
//
// What a rule's page says that it does not find is exempt. That is read off the syntax around the place, not off errlint's
// model; each reason is listed with how many places it excuses and how many of them errlint finds all the same. Tests and
// generated files are left alone, and so are packages that do not compile; a mutation that does not compile is
// dropped and listed.
//
// # CI
//
// The test takes samples of some of the modules of e2e/ecosystem, always the same ones.
package main
