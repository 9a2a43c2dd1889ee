import { randomBytes } from "node:crypto";
import { createBroker } from "@slipway/broker";
import { operatorRole } from "@slipway/contracts";
import { hearOfServices, runCommand } from "./run-command.ts";
import type { Send } from "./export-tenant.ts";
import type { CommandAnswer } from "./wire.ts";

const connectMsMax = 5_000;

/** Carries out commands as a node of the cluster that serves nothing; rejects with one sentence. */
export async function commandCluster(
  { natsUrl, namespace }: { natsUrl: string; namespace: string },
  work: (send: Send) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const nodeId = `${operatorRole}.command-line-${process.pid}-${randomBytes(4).toString("hex")}`;
  const broker = createBroker({ nodeId, natsUrl, namespace });
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(sentenceFor(natsUrl))), connectMsMax);
  await Promise.race([broker.start(), tooLate]).finally(() => clearTimeout(timer));
  try {
    return await work(async (request) => {
      await hearOfServices(broker, request.command);
      return runCommand(broker, request);
    });
  } finally {
    await broker.stop();
  }
}

function sentenceFor(natsUrl: string): string {
  // Never with the password.
  const hosts = natsUrl.split(",").map((url) => new URL(url).host);
  return `No NATS server answers at NATS_URL (${hosts.join(", ")}), or it refuses its user and password, or that is not the operator's.`;
}
