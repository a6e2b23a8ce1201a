package main

import (
	"fmt"
	"runtime/debug"

	"golang.org/x/mod/modfile"
)

const pulumiSDK = "github.com/pulumi/pulumi/sdk/v3"

// requireOwnSDK makes a generated go.mod ask for the Pulumi SDK that belongs to these generators. They write a minimum
// of years ago, which lacks what the code beside it calls.
func requireOwnSDK(text []byte) ([]byte, error) {
	version, err := sdkVersion()
	if err != nil {
		return nil, err
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, err
	}
	if err := file.AddRequire(pulumiSDK, version); err != nil {
		return nil, err
	}
	return file.Format()
}

// sdkVersion is the version of the SDK that this program is built with.
func sdkVersion() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", fmt.Errorf("this program does not know what it is built of")
	}
	for _, dependency := range info.Deps {
		if dependency.Path == pulumiSDK {
			return dependency.Version, nil
		}
	}
	return "", fmt.Errorf("this program is built without %s", pulumiSDK)
}
