// One host: what stands here is saved, deployed and waited for.
package main

import (
	"example.com/pulumi-hostconfig/sdk/go/hostconfig"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		web, err := hostconfig.NewHost(ctx, "web", &hostconfig.HostArgs{
			HostId:    pulumi.Int(settings.RequireInt("hostId")),
			Ownership: hostconfig.OwnershipDeclared, // other keys on the host stay
			Json: pulumi.Map{
				"webserver": pulumi.String("nginx"),
				"php":       pulumi.Map{"version": pulumi.String("8.3"), "memory_limit": pulumi.String("512M")},
				"database":  pulumi.Map{"password": settings.RequireSecret("databasePassword")},
			},
			Deploy: &hostconfig.DeployArgs{Timeout: pulumi.Float64(900)},
		})
		if err != nil {
			return err
		}
		ctx.Export("name", web.Name)
		ctx.Export("status", web.Deployment.Status())
		return nil
	})
}
