// Command dotnet writes the .NET SDK: it reads the package's schema from its input and prints the files, by path, as JSON.
// It is a module of its own because newer versions of the other generators' module do not contain this one.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var spec schema.PackageSpec
	if err := json.NewDecoder(os.Stdin).Decode(&spec); err != nil {
		return err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
	if err != nil {
		return err
	}
	if len(diagnostics) > 0 {
		return diagnostics
	}
	http.DefaultTransport = ownLogo{}
	files, err := dotnet.GeneratePackage("sdkgen", pkg, nil, nil)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(files)
}
