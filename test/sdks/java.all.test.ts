import { describeGenerated } from "./generatedFiles";

const java = "src/main/java/com/pulumi/hostconfig";

describeGenerated("java", {
  Host: `${java}/Host.java`,
  GroupConfig: `${java}/GroupConfig.java`,
  Provider: `${java}/Provider.java`,
  HostconfigFunctions: `${java}/HostconfigFunctions.java`,
});
