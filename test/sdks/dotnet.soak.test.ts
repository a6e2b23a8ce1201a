import { describeGenerated } from "./generatedFiles";

describeGenerated("dotnet", {
  Host: "Host.cs",
  GroupConfig: "GroupConfig.cs",
  Provider: "Provider.cs",
  GetHostCredentials: "GetHostCredentials.cs",
});
