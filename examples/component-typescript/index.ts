import { WebCluster } from "./webCluster";

const shop = new WebCluster("shop", { groupId: 2, hostIds: [19, 20], phpVersion: "8.3" });

export const deployedAt = shop.deployedAt;
