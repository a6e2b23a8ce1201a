package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// generateDotnet runs the generator that is a module of its own: see dotnet/main.go.
func generateDotnet(pkg *schema.Package) (map[string][]byte, error) {
	spec, err := pkg.MarshalSpec()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	command := exec.Command("go", "-C", "dotnet", "run", ".")
	command.Stdin = bytes.NewReader(text)
	command.Stderr = os.Stderr
	printed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("the generator for .NET: %w", err)
	}
	var files map[string][]byte
	return files, json.Unmarshal(printed, &files)
}
