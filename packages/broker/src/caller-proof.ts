/**
 * The proof that a caller is who a gateway says: auth signs whom it has found by a credential, and a service believes a
 * gateway nothing else. So a thief of a gateway's place on the bus who has no credential is nobody (decision 20).
 * Ed25519 of node:crypto; the key is derived from AUTH_PEPPER, which auth alone has. Its public half travels with what
 * auth's nodes say of themselves.
 */
import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  verify,
} from "node:crypto";
import { type Action, type Caller, isRole, partsOfRole } from "@slipway/contracts";
import { roleOf } from "@slipway/nats";
import { LRUCache } from "lru-cache";
import type { ServiceBroker } from "moleculer";
import { proofMinutes } from "./constants.ts";

type Identity = Omit<Caller, "requestId" | "proof">;

const minuteMs = 60_000;
const seedBytes = 32;
/** The bytes that PKCS #8 puts before the seed of an Ed25519 key (RFC 8410). */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");
const provenCharactersMax = 8 * 1024 * 1024;

/** @param secrets the first signs; proofs of each are good */
export function callerSigner(secrets: readonly string[]) {
  const keys = secrets.map(privateKeyOf);
  const [first] = keys;
  if (!first) throw new Error("there is no secret to sign callers with");
  return {
    /** The signer proves that auth has found this caller by a credential. */
    prove(identity: Identity) {
      const until = Math.floor(Date.now() / minuteMs) + proofMinutes;
      const signature = sign(null, Buffer.from(signedText(identity, until)), first);
      return `${until}.${signature.toString("base64url")}`;
    },
    /** Lets every node check proofs, from when it hears of this one. Before the service is on the bus. */
    publish(broker: ServiceBroker) {
      broker.metadata["callerKeys"] = keys.map(publicText);
    },
  };
}

export type CallerSigner = ReturnType<typeof callerSigner>;

/** Whether a call of this sender must bring a proof. A gateway that also runs services is one of them. */
export function mustProve({ open }: Action, sender: string): boolean {
  return sender === "gateway" && open !== true;
}

/** Proofs that were found good, with what they prove: to compare is a fraction of checking a signature. */
const proven = new LRUCache<string, string>({
  maxSize: provenCharactersMax,
  sizeCalculation: (said, proof) => said.length + proof.length,
});

/** Undefined: no node of auth has been heard of, so nothing can be checked. */
export function isProven(broker: ServiceBroker, caller: Caller): boolean | undefined {
  const { proof = "" } = caller;
  const [minutes = "", signature = ""] = proof.split(".");
  const until = Number(minutes);
  if (!(until * minuteMs > Date.now())) return false;
  const text = signedText(caller, until);
  if (proven.get(proof) === text) return true;
  const keys = keysOf(broker);
  if (keys.length === 0) return undefined;
  const bytes = Buffer.from(signature, "base64url");
  const isGood = keys.some((key) => verify(null, Buffer.from(text), publicKeyOf(key), bytes));
  if (isGood) proven.set(proof, text);
  return isGood;
}

/** The public keys of all nodes that run auth, present or just gone. NATS guarantees the sender of each node's metadata. */
function keysOf(broker: ServiceBroker): string[] {
  const { nodes } = broker.registry as unknown as {
    nodes: { toArray(): { id: string; metadata?: { callerKeys?: unknown } | null }[] };
  };
  const keys = nodes.toArray().flatMap(({ id, metadata }) => {
    const role = roleOf(id);
    const isAuth = !isRole(role) || partsOfRole(role).includes("auth");
    const said: unknown = metadata?.callerKeys;
    return isAuth && Array.isArray(said) ? (said as unknown[]) : [];
  });
  return [...new Set(keys.filter((key) => typeof key === "string"))];
}

function signedText(caller: Identity, until: number): string {
  const { tenantId, actorType, actorId, credentialId, scopes, source, restrictions, channel } =
    caller;
  const fields = [
    "slipway caller",
    until,
    tenantId,
    actorType,
    actorId,
    credentialId,
    scopes,
    source,
    restrictions?.supplierId,
    restrictions?.overrides,
    channel?.channelConnectionId,
  ];
  return JSON.stringify(fields);
}

function privateKeyOf(secret: string): KeyObject {
  const seed = hkdfSync("sha256", secret, "", "slipway: callers", seedBytes);
  const key = Buffer.concat([pkcs8Start, Buffer.from(seed)]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function publicText(key: KeyObject): string {
  return createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");
}

const publicKeys = new LRUCache<string, KeyObject>({
  maxSize: 100_000,
  // A key of a curve has few bytes beside its text.
  sizeCalculation: (_key, text) => 1_000 + text.length,
});

function publicKeyOf(text: string): KeyObject {
  const known = publicKeys.get(text);
  if (known) return known;
  const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
  publicKeys.set(text, key);
  return key;
}
