// A group, and a host that is deployed when either of them changes; run by the Automation API, without a project.
//
//	program preview|up|refresh|destroy groupId=3 hostId=12 phpVersion=8.3
//
// Address and token of the service come from HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN. The engine's output goes to stderr,
// the result as JSON to stdout.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"example.com/pulumi-hostconfig/sdk/go/hostconfig"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrefresh"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func program(ctx *pulumi.Context) error {
	settings := config.New(ctx, "")

	// What is there already comes into the state as it is, and has to be as described here.
	imported := pulumi.Import(pulumi.ID(settings.Require("groupId")))
	shared, err := hostconfig.NewGroupConfig(ctx, "shared", &hostconfig.GroupConfigArgs{
		GroupId: pulumi.Int(settings.RequireInt("groupId")),
		Json:    pulumi.Map{"backups": pulumi.Map{"keep": pulumi.Int(14)}},
	}, imported)
	if err != nil {
		return err
	}
	web, err := hostconfig.NewHost(ctx, "web", &hostconfig.HostArgs{
		HostId:    pulumi.Int(settings.RequireInt("hostId")),
		Ownership: hostconfig.OwnershipDeclared,
		Json: pulumi.Map{
			"php":      pulumi.Map{"version": pulumi.String(settings.Require("phpVersion"))},
			"database": pulumi.Map{"password": pulumi.ToSecret(pulumi.String("s3cret-in-json"))},
		},
		JsonAdmin: pulumi.Map{"key": pulumi.String("s3cret-of-the-admin")},
		Deploy: &hostconfig.DeployArgs{
			PollInterval: pulumi.Float64(1),
			Triggers:     pulumi.Array{shared.Fingerprint},
		},
	})
	if err != nil {
		return err
	}
	client := hostconfig.GetClientOutput(ctx, hostconfig.GetClientOutputArgs{ClientId: web.ClientId.Elem()})
	hosts := hostconfig.GetHostsOutput(ctx, hostconfig.GetHostsOutputArgs{}).Hosts()

	ctx.Export("status", web.Deployment.Status())
	ctx.Export("contact", client.Email())
	ctx.Export("hosts", hosts.ApplyT(func(found []hostconfig.HostSummary) int { return len(found) }))
	return nil
}

type result struct {
	Ok      bool           `json:"ok"`
	Changes any            `json:"changes,omitempty"`
	Outputs map[string]any `json:"outputs,omitempty"`
}

func main() {
	// Ctrl-C reaches the CLI too. It stops the update and records what was reached, and this program waits for that.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	ended, err := run(context.Background(), os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	ended.Ok = err == nil
	if err := json.NewEncoder(os.Stdout).Encode(ended); err != nil || !ended.Ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, action string, settings []string) (result, error) {
	stack, err := auto.UpsertStackInlineSource(ctx, "dev", "program", program, auto.WorkDir("."))
	if err != nil {
		return result{}, err
	}
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		if err := stack.SetConfig(ctx, key, auto.ConfigValue{Value: value}); err != nil {
			return result{}, err
		}
	}
	switch action {
	case "preview":
		preview, err := stack.Preview(ctx, optpreview.Diff(), optpreview.Color("never"), optpreview.ProgressStreams(os.Stderr))
		return result{Changes: preview.ChangeSummary}, err
	case "up":
		up, err := stack.Up(ctx, optup.Color("never"), optup.ProgressStreams(os.Stderr))
		outputs := map[string]any{}
		for name, output := range up.Outputs {
			outputs[name] = output.Value
		}
		return result{Changes: up.Summary.ResourceChanges, Outputs: outputs}, err
	case "refresh":
		refresh, err := stack.Refresh(ctx, optrefresh.Color("never"), optrefresh.ProgressStreams(os.Stderr))
		return result{Changes: refresh.Summary.ResourceChanges}, err
	case "destroy":
		destroy, err := stack.Destroy(ctx, optdestroy.Color("never"), optdestroy.ProgressStreams(os.Stderr))
		return result{Changes: destroy.Summary.ResourceChanges}, err
	default:
		return result{}, fmt.Errorf("there is no action %q", action)
	}
}
