/** The last release and this checkout side by side on one bus and one database, while clients use them. */
import { join } from "node:path";
import { eachTwice, fewTwice } from "@slipway/dev/layout";
import { startLocalCluster } from "@slipway/dev/local-cluster";
import { apiKeyOf } from "@slipway/dev/server-process";
import { tryUpgrades } from "@slipway/dev/upgrade-trial";
import { checkOutRelease } from "./release-checkout.ts";

interface UpgradeOptions {
  readonly directory: string;
  readonly isLean: boolean;
  /** What git knows the release by; the last one unless given. */
  readonly from: string | undefined;
}

/** All processes of the last release are replaced by this checkout's, and those by the release's. Throws on a finding. */
export async function runUpgrade({ directory, isLean, from }: UpgradeOptions): Promise<void> {
  const checkout = join(directory, "release");
  const { ref, because } = await checkOutRelease(checkout, from);
  console.log(`The release is ${ref} (${because}).`);
  const data = join(directory, "data");
  const cluster = await startLocalCluster({
    directory: data,
    databasePrefix: "upgrade",
    layout: isLean ? fewTwice : eachTwice,
    balanced: true,
    checkout,
    env: { RATE_LIMIT_RPS: "0" },
    print: () => undefined,
  });
  try {
    await cluster.makeFirstTenant();
    const isGood = await tryUpgrades({
      cluster,
      key: await apiKeyOf(data),
      upgrades: [
        { named: `from ${ref} to this checkout` },
        { named: `from this checkout back to ${ref}`, checkout },
      ],
      hasBusyNeighbour: false,
    });
    if (!isGood) throw new Error("a request failed, or what was answered is not stored");
    console.log("no request failed, nothing answered lost, doctor clean, in both directions");
  } finally {
    await cluster.stop();
  }
}
