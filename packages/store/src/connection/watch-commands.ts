import { type Span, databaseCommand, keptParent, startSpan } from "@slipway/telemetry";
import type { mongo } from "mongoose";

/**
 * Makes a span of each command that is sent while a span is kept; polls and sweeps make none. The driver reports
 * commands only with `monitorCommands`, which is set where telemetry is on.
 */
export function watchCommands(client: Pick<mongo.MongoClient, "on">): void {
  const underWay = new Map<number, Span>();
  client.on("commandStarted", ({ requestId, databaseName, commandName, command, address }) => {
    const parent = keptParent();
    if (parent === undefined) return;
    const span = startSpan(
      () =>
        databaseCommand({
          database: databaseName,
          command: commandName,
          collection: collectionOf(commandName, command),
          address,
        }),
      parent,
    );
    if (span) underWay.set(requestId, span);
  });
  const end = (requestId: number, error?: string): void => {
    underWay.get(requestId)?.end(error);
    underWay.delete(requestId);
  };
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", ({ requestId, failure }) => end(requestId, kindOf(failure)));
}

/** A command names its collection under its own name; that of a cursor has it in a field. */
function collectionOf(name: string, command: mongo.Document): string | undefined {
  const named: unknown = name === "getMore" ? command["collection"] : command[name];
  return typeof named === "string" ? named : undefined;
}

/** The server's code where there is one; a message may hold values. */
function kindOf(failure: Error): string {
  const { code } = failure as { code?: unknown };
  return typeof code === "number" ? String(code) : failure.name;
}
