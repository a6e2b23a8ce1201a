//go:build tools

// Package restapi names the provider that the benchmark compares with.
package restapi

import _ "github.com/Mastercard/terraform-provider-restapi"
