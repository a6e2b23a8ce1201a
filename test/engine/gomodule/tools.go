//go:build tools

// Package engine names the commands that the tests' Pulumi engine is built from.
package engine

import (
	_ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
	_ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
)
