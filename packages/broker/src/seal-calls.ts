/**
 * Secrets travel sealed between processes: passwords, new keys, session tokens, secrets of receivers. Each node has a
 * key pair that lives as long as the node. The public half is in the node's metadata, whose sender NATS guarantees. A
 * caller seals its input to the node that will serve it, by HPKE (RFC 9180). The sealed input carries the public key of a
 * pair of this one call, which only the two nodes know. The answer is sealed to that.
 */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { isSecretAction } from "@slipway/contracts";
import type { Context, Middleware, ServiceBroker } from "moleculer";
import { generateKeyPairSync, type webcrypto } from "node:crypto";
import { refuse } from "./refuse.ts";
import type { Served } from "./watch-calls.ts";

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** Sealed text, and the public key that opens it beside the recipient's private one. */
interface Sealed {
  readonly sealed: string;
  readonly by: string;
}

/** Seals the calls of secret actions to other nodes, and opens those that come sealed. Calls within a node travel as they are. */
export function sealCalls() {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const own = {
    publicKey: publicKey.toCryptoKey("X25519", true, []),
    privateKey: privateKey.toCryptoKey("X25519", true, ["deriveBits"]),
  };
  const middleware = {
    name: "SealCalls",
    remoteAction: (next: Served, { name }: { name: string }) =>
      isSecretAction(name) ? sealed(next, name) : next,
    localAction: (next: Served, { name }: { name: string }) =>
      isSecretAction(name) ? opened(next, name, own) : next,
  };
  // Other nodes seal with it: it is for the node's metadata.
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { publicKey: x, middleware: middleware as unknown as Middleware };
}

function sealed(next: Served, name: string): Served {
  return async (context) => {
    const theirs = sealKeyOf(context.broker, context.nodeID);
    if (theirs === undefined) throw refuse("SERVICE_UNAVAILABLE");
    const once = (await suite.kem.generateKeyPair()) as webcrypto.CryptoKeyPair;
    const replyTo = textOf(await suite.kem.serializePublicKey(once.publicKey));
    const bound = boundTo(name, context);
    context.params = await seal({ params: context.params as object, replyTo }, theirs, bound);
    return open((await next(context)) as Sealed, once, bound);
  };
}

function opened(next: Served, name: string, own: webcrypto.CryptoKeyPair): Served {
  return async (context) => {
    const given: unknown = context.params;
    if (!isSealed(given)) return next(context);
    const bound = boundTo(name, context);
    const { params, replyTo } = await openInput(given, own, bound);
    context.params = params;
    return seal(await next(context), replyTo, bound);
  };
}

interface Input {
  readonly params: object;
  readonly replyTo: string;
}

async function openInput(
  given: Sealed,
  own: webcrypto.CryptoKeyPair,
  bound: string,
): Promise<Input> {
  try {
    return (await open(given, own, bound)) as Input;
  } catch {
    // Sealed to another node: the caller has not heard that this one has begun anew.
    throw refuse("SERVICE_UNAVAILABLE");
  }
}

/** Nothing that was sealed for one call opens in another. */
function boundTo(name: string, { id }: Context): string {
  return `${name} ${id}`;
}

async function seal(value: unknown, publicKey: string, bound: string): Promise<Sealed> {
  const recipientPublicKey = (await suite.kem.deserializePublicKey(
    bytesOf(publicKey),
  )) as webcrypto.CryptoKey;
  const text = Buffer.from(JSON.stringify(value));
  const { ct, enc } = await suite.seal({ recipientPublicKey }, text, Buffer.from(bound));
  return { by: textOf(enc), sealed: textOf(ct) };
}

async function open(given: Sealed, own: webcrypto.CryptoKeyPair, bound: string): Promise<unknown> {
  const recipient = { recipientKey: own, enc: bytesOf(given.by) };
  const text = await suite.open(recipient, bytesOf(given.sealed), Buffer.from(bound));
  return JSON.parse(Buffer.from(text).toString("utf8")) as unknown;
}

function isSealed(value: unknown): value is Sealed {
  const { sealed: text, by } = (value ?? {}) as Partial<Sealed>;
  return typeof text === "string" && typeof by === "string";
}

/** Nodes of 0.1.0 show another key, under `sealKey`: neither release can seal to the other. */
function sealKeyOf(broker: ServiceBroker, nodeId: string | null): string | undefined {
  const { nodes } = broker.registry as unknown as {
    nodes: { get(id: string | null): { metadata?: { hpkeKey?: unknown } | null } | undefined };
  };
  const key = nodes.get(nodeId)?.metadata?.hpkeKey;
  return typeof key === "string" ? key : undefined;
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("base64url");
}

function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, "base64url")).buffer;
}
