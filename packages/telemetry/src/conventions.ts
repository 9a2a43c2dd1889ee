/**
 * Names and attributes of spans by OpenTelemetry's semantic conventions. No path, query, body or address of a client is
 * among them: those hold secrets and personal data. The SDK's package of names would be loaded by every process.
 */
import type { SpanStart } from "./spans.ts";

/** Standing here because settings name them, too. */
export const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export type SamplerName = (typeof samplerNames)[number];

type Part = Omit<SpanStart, "parent">;

/** A request at the gateway, before its route is known. */
export function httpRequest(method: string): Part {
  return { name: method, kind: "server", attributes: { "http.request.method": method } };
}

/** An attempt of a delivery. The URL of a receiver may hold a secret, so only its host is named. */
export function httpAttempt(url: URL): Part {
  const { hostname, port, protocol } = url;
  return {
    name: "POST",
    kind: "client",
    attributes: {
      "http.request.method": "POST",
      "url.scheme": protocol.slice(0, -1),
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    },
  };
}

/** A call over the bus, at its caller or where it is served. */
export function busCall(action: string, kind: "client" | "server"): Part {
  return {
    name: action,
    kind,
    attributes: { "rpc.system.name": "moleculer", "rpc.method": action },
  };
}

interface DatabaseCommand {
  readonly database: string;
  readonly command: string;
  readonly collection: string | undefined;
  /** Such as "127.0.0.1:27017". */
  readonly address: string;
}

/** A command to MongoDB; what it asks for and what it writes are not named. */
export function databaseCommand({ database, command, collection, address }: DatabaseCommand): Part {
  // The embedded engine has no such address.
  const [, host, port] = /^(.*):(\d+)$/.exec(address) ?? [];
  return {
    name: collection === undefined ? command : `${command} ${collection}`,
    kind: "client",
    attributes: {
      "db.system.name": "mongodb",
      "db.namespace": database,
      "db.operation.name": command,
      ...(collection === undefined ? {} : { "db.collection.name": collection }),
      ...(host === undefined ? {} : { "server.address": host, "server.port": Number(port) }),
    },
  };
}

/** The delivery of an outbox's event to a consumer. */
export function eventSending(
  consumer: string,
  { id, batchCount }: { id: string; batchCount: number },
): Part {
  return {
    name: `send ${consumer}`,
    kind: "producer",
    attributes: {
      "messaging.system.name": "slipway.outbox",
      "messaging.operation.name": "send",
      "messaging.operation.type": "send",
      "messaging.destination.name": consumer,
      "messaging.message.id": id,
      "messaging.batch.message_count": batchCount,
    },
  };
}
