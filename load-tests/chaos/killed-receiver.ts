/** A receiver of webhooks that is killed now and then. It must receive every change, and nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endProcess } from "@slipway/dev/end-process";
import { freePort } from "@slipway/dev/server-process";
import { readInbox } from "../../examples/receiver/inbox.ts";
import type { Slipway } from "@slipway/client";
import type { Entry } from "./audited.ts";

/** A receiver in a process of its own, which can be killed. */
export interface KilledReceiver {
  /** SIGKILL; it is started again on what it has kept. */
  kill(): Promise<void>;
  /** The changes of these bookings that were received and are in none of these entries, and the other way round. */
  findings(entries: readonly Entry[], isOurs: (bookingId: string) => boolean): string[];
  stop(): Promise<void>;
}

/** Settings of a server: it soon retries a dead receiver, and never disables it. */
export const promptDelivery = {
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  WEBHOOK_SCHEDULE_SECONDS: `0${",1".repeat(29)}`,
  WEBHOOK_DISABLE_FAILURES: "999999",
};

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
    findings(entries, isOurs) {
      const changes = entries.filter(({ entityId }) => isOurs(entityId)).map(changeOf);
      const delivered = [...receivedIn(file)].filter((change) =>
        isOurs(change.split(" ")[0] ?? ""),
      );
      const difference = differenceOf(changes, new Set(delivered));
      return difference === null ? [] : [`webhooks: ${difference}`];
    },
    stop: () => end(child),
  };
}

interface Receiving {
  readonly port: number;
  readonly secret: string;
  readonly file: string;
}

async function spawnReceiver({ port, secret, file }: Receiving): Promise<ChildProcess> {
  const main = fileURLToPath(new URL("../../examples/receiver/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      RECEIVER_PORT: String(port),
      RECEIVER_SECRET: secret,
      RECEIVER_FILE: file,
    },
  });
  await once(child.stdout, "data");
  child.stdout.resume();
  return child;
}

function end(child: ChildProcess): Promise<void> {
  return endProcess(child, () => child.kill("SIGKILL"));
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

function changeOf({ entityId, action, after }: Entry): Change {
  const verb = verbs[action.split(".")[1] ?? ""];
  return `${entityId} ${verb} ${after?.updatedAt}`;
}

function receivedIn(file: string): Set<Change> {
  return new Set(
    readInbox(file)
      .filter(({ update }) => !update.test)
      .map(({ update: { bookingId, action, updatedAt } }) => `${bookingId} ${action} ${updatedAt}`),
  );
}

/** In words; null where both are the same. */
function differenceOf(changes: readonly Change[], received: ReadonlySet<Change>): string | null {
  const committed = new Set(changes);
  const undelivered = changes.filter((change) => !received.has(change));
  const unmade = [...received].filter((change) => !committed.has(change));
  if (undelivered.length === 0 && unmade.length === 0) return null;
  const some = [...undelivered.slice(0, 3), "|", ...unmade.slice(0, 3)].join("; ");
  return `${undelivered.length} changes were not received, ${unmade.length} that were received are not in audit: ${some}`;
}
