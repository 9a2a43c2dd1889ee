/**
 * `npm run abuse`: what an attack does to a tenant that behaves. For each attack it starts a server with the limits of
 * `npm start`. The tenant reads availability, lists and books 40 times a second. Once a second it shows a photo, uploads
 * one and logs in, and a receiver takes its webhooks. It is measured alone, for a minute under the attack, and alone again.
 * Exit code 1: the server refuses the tenant anything, or its memory reaches 700 MiB. Or the p99 of reading, listing and
 * booking is more than three times that without attack, or the p95 of webhooks is more than a second.
 * `-- --only NAME` (repeatable) names attacks, `--seconds N` and `--rate N` change the size.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { makeTenant } from "@slipway/dev/server-process";
import { startAttacker } from "./abuse/attacker.ts";
import { type AttackName, titles } from "./abuse/attacks.ts";
import { type NormalTenant, startNormalTenant } from "./abuse/normal-tenant.ts";
import { type Observed, print } from "./abuse/table.ts";
import { ownPeakMiB, processorMs, resetPeaks } from "./cpu-time.ts";
import { namedRows } from "./named-rows.ts";
import { type OwnServer, onOwnServer } from "./own-server.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "40" },
  },
});
const ms = Number(values.seconds) * 1_000;
const perSecond = Math.max(1, Math.round(Number(values.rate)));
/** The limits of `npm start`, which servers of benchmarks are usually without; receivers listen here. */
const env = {
  RATE_LIMIT_RPS: "",
  LOOP_DELAY_MS_MAX: "",
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  LOG_LEVEL: "info",
};

for (const [name, { settings }] of namedRows(titles, values.only))
  await onOwnServer({ ...env, ...settings }, (server) => measure(name as AttackName, server));

async function measure(name: AttackName, server: OwnServer): Promise<void> {
  const { url, key, directory, databasePrefix } = server;
  const seats = Math.ceil((ms / 1_000) * perSecond) + 1_000;
  const tenant = await startNormalTenant({ url, key, directory, seats });
  // The attacker's tenant is one that the normal tenant knows nothing of.
  const attacking = await makeTenant(directory, "Abusers");
  const engine = { uri: server.engine.uri, databasePrefix };
  const target = { url, key: attacking.key, victimEmail: tenant.email, engine };
  const attacker = await startAttacker(name, target);
  try {
    // Warms the server up.
    await tenant.behave(perSecond, 5_000);
    const before = await observed(server, tenant, ms / 4);
    const [under, answers] = await Promise.all([observed(server, tenant, ms), attacker.attack(ms)]);
    const after = await observed(server, tenant, ms / 4);
    const alone = { ...before, seen: [...before.seen, ...after.seen] };
    const isWell = print(titles[name].title, { alone, under, memoryMiBAfter: after.memoryMiB });
    const loads = loadavg().map((load) => load.toFixed(1));
    console.log(
      `  answers to ${name}: ${JSON.stringify(answers)}; load average ${loads.join(" ")}\n`,
    );
    if (!isWell) process.exitCode = 1;
  } finally {
    await attacker.stop();
    await tenant.stop();
  }
}

async function observed(
  { pid, engine }: OwnServer,
  tenant: NormalTenant,
  forMs: number,
): Promise<Observed> {
  const enginePid = engine.pid();
  await resetPeaks(pid);
  const startedAt = performance.now();
  const taken = async () =>
    (await processorMs(pid)) + (enginePid ? await processorMs(enginePid) : 0);
  const before = await taken();
  const seen = await tenant.behave(perSecond, forMs);
  const took = (await taken()) - before;
  const memoryMiB = await ownPeakMiB(pid);
  return { seen, processor: took / (performance.now() - startedAt), memoryMiB };
}
