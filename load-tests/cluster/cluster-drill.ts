/**
 * The rehearsal on a cluster: installs by the document, sells while it is disturbed, backs up and restores, and compares
 * all that was answered with what is stored. `check-cluster.ts` runs it.
 */
import { execFile } from "node:child_process";
import { loadavg } from "node:os";
import { patientClient } from "@slipway/server/smoke-client";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Installation } from "../chaos/site.ts";
import { isUnserved, secondsOf } from "../drills/seen.ts";
import { type DrillReport, printReport, withLoad } from "../drills/with-load.ts";
import { type Disturbance, disturbances, rolled } from "./disturbances.ts";
import type { DocumentShell } from "./document-shell.ts";

const execute = promisify(execFile);
const loadSize = { perSecond: 5, seats: 300 };

interface RehearsalOptions {
  readonly shell: DocumentShell;
  readonly kubeconfig: string;
  /** A cluster of this machine has stand-ins. */
  readonly isOwn: boolean;
  /** Where clients reach the gateway; its Service unless given. */
  readonly url: string | undefined;
  /** Names of rows; all unless given. */
  readonly only: readonly string[];
  /** Throws where the cluster itself has failed. */
  readonly check: () => void;
}

/** Answers how many findings there were. */
export async function rehearse(options: RehearsalOptions): Promise<number> {
  const { shell, only, isOwn } = options;
  await install(shell, isOwn);
  const site = await siteOf(options);
  let findings = 0;
  for (const row of disturbances) {
    if (only.length > 0 && !only.includes(row.name)) continue;
    if (row.isLocal && !isOwn) continue;
    options.check();
    const report = await withLoad(site, () => row.run(shell), loadSize);
    findings += print(row, report);
  }
  if (only.length === 0 || only.includes("backup and restore"))
    findings += await backUpAndRestore(shell, site);
  return findings;
}

/** The steps of the document, in their order. */
async function install(shell: DocumentShell, isOwn: boolean): Promise<void> {
  const steps = [
    ...(isOwn ? ["## 1. The image"] : []),
    "## 2. Certificates inside the cluster",
    "## 3. MongoDB",
    "## 4. NATS",
    "## 5. Secrets",
    "## 6. Slipway",
    "## 7. A tenant, a key, a booking",
  ];
  for (const step of steps) {
    const begunAt = performance.now();
    await shell.section(step);
    console.log(`${step.slice(3)}: ${secondsOf(performance.now() - begunAt)}`);
  }
}

async function siteOf(options: RehearsalOptions): Promise<Installation> {
  const { shell, kubeconfig } = options;
  // A restore makes the Service anew, with another address.
  const { url = "http://slipway-gateway.slipway.svc.cluster.local" } = options;
  const key = (await shell.run('echo "$KEY"')).trim();
  const kubectl = (await shell.run("type -P kubectl")).trim();
  const inPod = "-n slipway exec deployment/slipway-auth -- node slipway.js doctor".split(" ");
  const doctor: Installation["doctor"] = () =>
    execute(kubectl, ["--kubeconfig", kubeconfig, ...inPod]).then(
      (said) => ({ code: 0, ...said }),
      (failed: { code: number | null }) => ({
        stdout: "",
        stderr: "",
        ...failed,
        code: failed.code ?? 1,
      }),
    );
  return { urls: [url], key, doctor };
}

function print({ name, isGentle }: Disturbance, report: DrillReport): number {
  const { seen, findings } = report;
  const failed = seen.filter(isUnserved).length;
  const sentAway = seen.filter(({ status }) => status === 503).length;
  const load = loadavg()[0]?.toFixed(0);
  console.log(
    `${name}: ${failed} of ${seen.length} requests failed, ${sentAway} answered 503; load ${load}`,
  );
  printReport(report);
  return findings.length + (isGentle ? failed : 0);
}

/** Compares: bookings of before the backup are there again as they were, and later ones are gone. */
async function backUpAndRestore(shell: DocumentShell, site: Installation): Promise<number> {
  const before = await withLoad(site, () => pause(20_000), loadSize);
  await shell.section("## Backups");
  const api = patientClient({ url: site.urls[0] ?? "", key: site.key });
  const backedUp = await api.bookings.list();
  await withLoad(site, () => pause(10_000), loadSize);
  const later = await api.bookings.list();
  await shell.section("## Restoring");
  await shell.run(rolled);
  const restored = await api.bookings.list();
  const findings = await before.compare();
  const names = (list: readonly { id: string; status: string }[]): string =>
    list
      .map(({ id, status }) => `${id} ${status}`)
      .toSorted()
      .join();
  const numbers = `${backedUp.length} bookings backed up, ${later.length} before the restore, ${restored.length} after it`;
  if (names(restored) !== names(backedUp)) findings.push(numbers);
  console.log(`backup and restore: ${numbers}`);
  for (const finding of findings) console.log(`  FINDING ${finding}`);
  return findings.length + before.findings.length;
}

export const rowNames = [...disturbances.map(({ name }) => name), "backup and restore"];
