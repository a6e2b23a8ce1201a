//go:build tools

// Package tofu names the command that the benchmark compares with.
package tofu

import _ "github.com/opentofu/opentofu/cmd/tofu"
