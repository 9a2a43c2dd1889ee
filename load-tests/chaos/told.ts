/** Whether a receiver of webhooks that dies now and then hears of every change, and of nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@slipway/dev/server-process";
import { readInbox } from "../../examples/receiver/inbox.ts";
import type { Slipway } from "@slipway/client";
import { type Entry, everyEntry } from "./audited.ts";

/** A receiver in a process of its own, which can be killed. */
export interface KilledReceiver {
  /** SIGKILL; it is started again on what it has kept. */
  kill(): Promise<void>;
  /**
   * Fails unless every change that is in the audit log was received, and nothing else was; waits for
   * what is on its way. Answers how many there are.
   */
  check(): Promise<number>;
  /** What was received and is in none of these entries, and the other way round; of these bookings. */
  findings(entries: readonly Entry[], isOurs: (bookingId: string) => boolean): string[];
  stop(): Promise<void>;
}

/** Tells a dead receiver again soon, and never gives it up. */
export const tellingSoon = {
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  WEBHOOK_SCHEDULE_SECONDS: `0${",1".repeat(29)}`,
  WEBHOOK_DISABLE_FAILURES: "999999",
};

const toldMsMax = 90_000;

export async function startReceiver(api: Slipway, directory: string): Promise<KilledReceiver> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/slipway`;
  const { id } = await api.webhooks.createSubscription({ url });
  const { secret } = await api.webhooks.getSecret(id);
  const file = join(directory, "received");
  const start = (): Promise<ChildProcess> => spawnReceiver({ port, secret, file });
  let child = await start();
  return {
    async kill() {
      await end(child);
      child = await start();
    },
    async check() {
      const until = performance.now() + toldMsMax;
      for (;;) {
        const changes = await changesOf(api);
        const difference = differenceOf(changes, received(file));
        if (difference === null) return changes.length;
        if (performance.now() > until) throw new Error(difference);
        await pause(500);
      }
    },
    findings(entries, isOurs) {
      const changes = entries.filter(({ entityId }) => isOurs(entityId)).map(changeOf);
      const heard = [...received(file)].filter((change) => isOurs(change.split(" ")[0] ?? ""));
      const difference = differenceOf(changes, new Set(heard));
      return difference === null ? [] : [`webhooks: ${difference}`];
    },
    stop: () => end(child),
  };
}

async function spawnReceiver(options: {
  port: number;
  secret: string;
  file: string;
}): Promise<ChildProcess> {
  const main = fileURLToPath(new URL("../../examples/receiver/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      RECEIVER_PORT: String(options.port),
      RECEIVER_SECRET: options.secret,
      RECEIVER_FILE: options.file,
    },
  });
  await once(child.stdout, "data");
  child.stdout.resume();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A change by the booking, what was done, and when: no two are alike. */
type Change = string;

const verbs: Readonly<Record<string, string>> = {
  create: "CREATED",
  confirm: "CONFIRMED",
  update: "UPDATED",
  extend: "UPDATED",
  approve: "APPROVED",
  reject: "REJECTED",
  cancel: "CANCELLED",
  expire: "EXPIRED",
};

async function changesOf(api: Slipway): Promise<Change[]> {
  return (await everyEntry(api)).map(changeOf);
}

function changeOf({ entityId, action, after }: Entry): Change {
  const verb = verbs[action.split(".")[1] ?? ""];
  return `${entityId} ${verb} ${after?.updatedAt}`;
}

function received(file: string): Set<Change> {
  return new Set(
    readInbox(file)
      .filter(({ update }) => !update.test)
      .map(({ update: { bookingId, action, updatedAt } }) => `${bookingId} ${action} ${updatedAt}`),
  );
}

/** In words; null where both are the same. */
function differenceOf(changes: readonly Change[], heard: ReadonlySet<Change>): string | null {
  const committed = new Set(changes);
  const untold = changes.filter((change) => !heard.has(change));
  const unmade = [...heard].filter((change) => !committed.has(change));
  if (untold.length === 0 && unmade.length === 0) return null;
  const some = [...untold.slice(0, 3), "|", ...unmade.slice(0, 3)].join("; ");
  return `${untold.length} changes were not received, ${unmade.length} that were received are not in audit: ${some}`;
}
