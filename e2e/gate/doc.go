// Package gate has no code of its own: its tests do what teams do with errlint in front of their
// branches.
//
// They run the steps of action.yml as the runner of GitHub Actions does, with its variables, its
// files and its shell, in clones made as actions/checkout makes them; the job of
// templates/errlint.yml as GitLab's runner does; the hooks of .pre-commit-hooks.yaml; and the
// commands of docs/gating.md, word for word. What they do not have is the actions that
// action.yml uses: of these they check what they are given.
package gate
