/** The last release and this checkout side by side on one bus and one database, while clients use them. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countsOf, isUnserved, secondsOf } from "./seen.ts";
import { type DrillReport, withLoad } from "./with-load.ts";
import { checkOutRelease, findRelease } from "../chaos/release.ts";
import { type OneCluster, held, openCluster } from "../chaos/site.ts";

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
  if (!release)
    return console.log(
      "Passed over: no release is older than this one to upgrade from. --from REF names a commit.",
    );
  const { ref, because } = release;
  await checkOutRelease(checkout, release);
  console.log(`The release is ${ref} (${because}).`);
  const directories = { directory: join(directory, "data"), checkout };
  const env = { RATE_LIMIT_RPS: "0" };
  const opening = openCluster({ ...directories, env, isLean, isBalanced: true });
  await held(opening, async (site) => {
    const there = await replaced(`from ${ref} to this checkout`, site);
    const back = await replaced(`from this checkout back to ${ref}`, site, checkout);
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
  });
}

/** Prints how it went. @param to a checkout; this one unless given */
async function replaced(upgrade: string, site: OneCluster, to?: string): Promise<DrillReport> {
  const happen = async (): Promise<void> => {
    await site.cluster.upgradeAll(minReadyMs, to);
    await pause(minReadyMs);
  };
  const report = await withLoad(site, happen, loadSize);
  const { seen, faultMs } = report;
  console.log(`${upgrade}: every process replaced within ${secondsOf(faultMs)}; ${countsOf(seen)}`);
  return report;
}
