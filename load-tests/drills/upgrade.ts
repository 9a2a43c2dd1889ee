/** The last release and this checkout side by side on one bus and one database, while clients use them. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countsOf, isUnserved, secondsOf } from "./seen.ts";
import { type DrillReport, withLoad } from "./with-load.ts";
import { checkOutRelease, findRelease } from "../chaos/release-checkout.ts";
import { type OneCluster, openCluster } from "../chaos/site.ts";

interface UpgradeOptions {
  readonly directory: string;
  readonly isLean: boolean;
  /** The name by which git knows the release; the last one unless given. */
  readonly from: string | undefined;
}

/** The `minReadySeconds` of the chart. */
const minReadyMs = 5_000;
/** Places for all clients: only what sells a departure out in the end is refused. */
const loadSize = { perSecond: 20, seats: 500 };
const sentAwayShareMax = 0.05;

/** All processes of the last release are replaced by this checkout's, and those by the release's. Throws on a finding. */
export async function runUpgrade({ directory, isLean, from }: UpgradeOptions): Promise<void> {
  const checkout = join(directory, "release");
  const release = await findRelease(from);
  if (!release) {
    const none =
      "Passed over: no release is older than this one, so there is none to upgrade from.";
    console.log(`${none} --from REF names a commit.`);
    return;
  }
  const { ref, because } = release;
  await checkOutRelease(checkout, release);
  console.log(`The release is ${ref} (${because}).`);
  const site = await openCluster({
    directory: join(directory, "data"),
    env: { RATE_LIMIT_RPS: "0" },
    isLean,
    isBalanced: true,
    checkout,
  });
  try {
    const there = await replaced(site);
    print(`from ${ref} to this checkout`, there);
    const back = await replaced(site, checkout);
    print(`from this checkout back to ${ref}`, back);
    // Bookings that clients were answered during the first upgrade are there after the second one, too.
    const findings = [...there.findings, ...back.findings, ...(await there.compare())];
    const seen = [...there.seen, ...back.seen];
    // A cluster that sends most of its clients away serves nobody.
    const sentAway = seen.filter(({ status }) => status === 503).length;
    if (sentAway > seen.length * sentAwayShareMax)
      findings.push(`${sentAway} of ${seen.length} requests were answered 503`);
    for (const finding of findings) console.log(`  ${finding}`);
    if (findings.length > 0 || seen.some(isUnserved))
      throw new Error("a request failed, or what was answered is not stored");
    console.log("no request failed, nothing answered lost, doctor clean, in both directions");
  } finally {
    await site.stop();
  }
}

/** @param to a checkout; this one unless given */
function replaced(site: OneCluster, to?: string): Promise<DrillReport> {
  const upgrade = async (): Promise<void> => {
    await site.cluster.upgradeAll(minReadyMs, to);
    await pause(minReadyMs);
  };
  return withLoad(site, upgrade, loadSize);
}

function print(upgrade: string, { seen, faultMs }: DrillReport): void {
  console.log(`${upgrade}: every process replaced within ${secondsOf(faultMs)}; ${countsOf(seen)}`);
}
