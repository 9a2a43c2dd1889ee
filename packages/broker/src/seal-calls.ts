/**
 * Secrets travel sealed between processes: passwords, new keys, session tokens, secrets of receivers. Each node has a
 * key pair (X25519) that lives as long as the node. The public half is in the node's metadata, whose sender NATS
 * guarantees. A caller seals its input to the node that will serve it, with a key pair of this one call. The node
 * seals the answer with the same shared secret. This is ECIES of node:crypto, by HKDF-SHA256 and AES-256-GCM.
 */
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { isSecretAction } from "@slipway/contracts";
import type { Context, Middleware, ServiceBroker } from "moleculer";
import { refuse } from "./refuse.ts";
import type { Served } from "./watch-calls.ts";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

interface Sealing {
  /** The public key with which other nodes seal, for the node's metadata. */
  readonly publicKey: string;
  readonly middleware: Middleware;
}

/** Sealed text. A request carries the public key of its one-time pair, too. */
interface Sealed {
  readonly sealed: string;
  readonly by?: string;
}

interface CallKeys {
  readonly input: Buffer;
  readonly output: Buffer;
}

/** Seals the calls of secret actions to other nodes, and opens those that come sealed. Calls within a node travel as they are. */
export function sealCalls(): Sealing {
  const own = generateKeyPairSync("x25519");
  const publicKey = textOf(own.publicKey);
  const middleware = {
    name: "SealCalls",
    remoteAction: (next: Served, { name }: { name: string }) =>
      isSecretAction(name) ? sealed(next, name) : next,
    localAction: (next: Served, { name }: { name: string }) =>
      isSecretAction(name) ? opened(next, name, own.privateKey, publicKey) : next,
  };
  return { publicKey, middleware: middleware as unknown as Middleware };
}

function sealed(next: Served, name: string): Served {
  return async (context) => {
    const theirs = sealKeyOf(context.broker, context.nodeID);
    if (theirs === undefined) throw refuse("SERVICE_UNAVAILABLE");
    const once = generateKeyPairSync("x25519");
    const by = textOf(once.publicKey);
    const keys = keysOf(once.privateKey, theirs, `${by} ${theirs}`);
    context.params = { by, sealed: seal(context.params, keys.input, boundTo(name, context)) };
    const answer = (await next(context)) as Sealed;
    return open(answer.sealed, keys.output, boundTo(name, context));
  };
}

function opened(next: Served, name: string, own: KeyObject, publicKey: string): Served {
  return async (context) => {
    const given: unknown = context.params;
    if (!isSealed(given) || given.by === undefined) return next(context);
    const keys = openedKeys(own, given.by, publicKey);
    const bound = boundTo(name, context);
    try {
      context.params = open(given.sealed, keys.input, bound);
    } catch {
      // Sealed to another node: the caller has not heard that this one has begun anew.
      throw refuse("SERVICE_UNAVAILABLE");
    }
    const answer: Sealed = { sealed: seal(await next(context), keys.output, bound) };
    return answer;
  };
}

function openedKeys(own: KeyObject, by: string, publicKey: string): CallKeys {
  try {
    return keysOf(own, by, `${by} ${publicKey}`);
  } catch {
    throw refuse("SERVICE_UNAVAILABLE");
  }
}

/** Nothing that was sealed for one call opens in another. */
function boundTo(name: string, { id }: Context): string {
  return `${name} ${id}`;
}

function keysOf(own: KeyObject, theirs: string, salt: string): CallKeys {
  const publicKey = createPublicKey({
    key: Buffer.from(theirs, "base64url"),
    format: "der",
    type: "spki",
  });
  const shared = diffieHellman({ privateKey: own, publicKey });
  const bytes = Buffer.from(hkdfSync("sha256", shared, salt, "slipway: a call", 2 * keyBytes));
  return { input: bytes.subarray(0, keyBytes), output: bytes.subarray(keyBytes) };
}

function seal(value: unknown, key: Buffer, bound: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(bound));
  const parts = [iv, cipher.update(JSON.stringify(value), "utf8"), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64url");
}

function open(text: string, key: Buffer, bound: string): unknown {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const parts = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
  return JSON.parse(Buffer.concat(parts).toString("utf8")) as unknown;
}

function isSealed(value: unknown): value is Sealed {
  return typeof (value as Sealed | null | undefined)?.sealed === "string";
}

function sealKeyOf(broker: ServiceBroker, nodeId: string | null): string | undefined {
  const { nodes } = broker.registry as unknown as {
    nodes: { get(id: string | null): { metadata?: { sealKey?: unknown } | null } | undefined };
  };
  const key = nodes.get(nodeId)?.metadata?.sealKey;
  return typeof key === "string" ? key : undefined;
}

function textOf(key: KeyObject): string {
  return key.export({ format: "der", type: "spki" }).toString("base64url");
}
