// Command sdkgen writes the SDK of one language from the package's schema, with Pulumi's own generators.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	gen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// generators make the files of an SDK, by path. None of them needs a loader: the schema refers to no other package.
var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"dotnet": generateDotnet,
	"go":     generateGo,
	"java": func(pkg *schema.Package) (map[string][]byte, error) {
		return java.GeneratePackage("sdkgen", pkg, nil, nil, false, false)
	},
	"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
		return nodejs.GeneratePackage("sdkgen", pkg, nil, nil, false, nil)
	},
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage("sdkgen", pkg, nil, nil)
	},
}

func generateGo(pkg *schema.Package) (map[string][]byte, error) {
	files, err := gen.GeneratePackage("sdkgen", pkg, nil)
	if err != nil {
		return nil, err
	}
	files["go.mod"], err = requireOwnSDK(files["go.mod"])
	return files, err
}

func main() {
	language := flag.String("language", "", "dotnet, go, java, nodejs or python")
	source := flag.String("schema", "../schema.json", "the package's schema")
	out := flag.String("out", "", "folder to write into; it must not exist, or be empty")
	flag.Parse()
	if err := run(*language, *source, *out); err != nil {
		fmt.Fprintln(os.Stderr, "sdkgen:", err)
		os.Exit(1)
	}
}

func run(language, source, out string) error {
	generate, known := generators[language]
	if !known {
		return fmt.Errorf("--language must be one of %s", strings.Join(languages(), ", "))
	}
	if out == "" {
		return errors.New("--out must name a folder")
	}
	pkg, err := readSchema(source)
	if err != nil {
		return err
	}
	files, err := generate(pkg)
	if err != nil {
		return err
	}
	return write(callerPath(out), files)
}

func languages() []string {
	names := make([]string, 0, len(generators))
	for name := range generators {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func readSchema(source string) (*schema.Package, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, nil, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	// A warning is as much a mistake in the schema as an error.
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s: %w", source, diagnostics)
	}
	return pkg, nil
}

// callerPath resolves a path against the folder that npm was called in, and not the one that this program runs in.
func callerPath(path string) string {
	if caller := os.Getenv("INIT_CWD"); caller != "" && !filepath.IsAbs(path) {
		return filepath.Join(caller, path)
	}
	return path
}

func write(out string, files map[string][]byte) error {
	entries, err := os.ReadDir(out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: a generated SDK is made anew and never mixed with what is there", out)
	}
	for path, content := range files {
		file := filepath.Join(out, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
