/**
 * The challenge before the first delivery to an origin. A tenant names any address; a random text, which the receiver must
 * answer, shows that the address wants our requests.
 */
import assert from "node:assert";
import { randomBytes } from "node:crypto";
import type { OriginStore } from "./origin-store.ts";

const tokenBytes = 32;

interface Proving {
  readonly tenantId: string;
  readonly url: string;
  /** Posts this body to the address; the start of an answer of 2xx, or null. */
  readonly ask: (body: string) => Promise<string | null>;
}

/** Whether the origin is proven, now or earlier. False also where a challenge must wait. */
export type ProveOrigin = (proving: Proving) => Promise<boolean>;

/** Proves origins, each once at a time in this process: attempts that come meanwhile wait for the same answer. */
export function originProver(origins: OriginStore, clock: () => number): ProveOrigin {
  const underWay = new Map<string, Promise<boolean>>();
  return async ({ tenantId, url, ask }) => {
    const { origin } = new URL(url);
    if ((await origins.listProven(tenantId, [origin])).has(origin)) return true;
    const key = `${tenantId}|${origin}`;
    const known = underWay.get(key);
    if (known) return known;
    const proof = challenge(origins, clock, { tenantId, origin, ask });
    underWay.set(key, proof);
    return proof.finally(() => underWay.delete(key));
  };
}

interface Challenged extends Omit<Proving, "url"> {
  readonly origin: string;
}

async function challenge(
  origins: OriginStore,
  clock: () => number,
  { tenantId, origin, ask }: Challenged,
): Promise<boolean> {
  const now = new Date(clock());
  if (!(await origins.claim(tenantId, origin, now))) return false;
  const token = randomBytes(tokenBytes).toString("base64url");
  const data = { challenge: token };
  const text = await ask(
    JSON.stringify({ type: "ENDPOINT_CHALLENGE", timestamp: now.toISOString(), data }),
  );
  if (text === null || !isAnswerTo(token, text)) return false;
  await origins.prove(tenantId, origin, new Date(clock()));
  return true;
}

/** The text alone, or in JSON with nothing beside it: a server that sends back all that it gets has proven nothing. */
export function isAnswerTo(token: string, text: string): boolean {
  return text.trim() === token || compact(text) === JSON.stringify({ challenge: token });
}

function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

interface Proofs {
  readonly origins: OriginStore | undefined;
}

/** Shows records with when the origins of their addresses were proven; null: not yet, or nothing asks for it. */
export function shownWithProof<Answered extends { readonly tenantId: string }>(
  urlOf: (record: Answered) => string | null,
) {
  // A stored address that is none has no origin: a list goes on without its record.
  const originOf = (record: Answered): string => URL.parse(urlOf(record) ?? "")?.origin ?? "";
  const allShown = async ({ origins }: Proofs, tenantId: string, records: readonly Answered[]) => {
    const known = [...new Set(records.map(originOf))].filter((origin) => origin !== "");
    const proven = known.length === 0 ? undefined : await origins?.listProven(tenantId, known);
    return records.map((record) => ({
      ...record,
      originProvenAt: proven?.get(originOf(record))?.toISOString() ?? null,
    }));
  };
  return {
    allShown,
    shown: async (deps: Proofs, record: Answered) => {
      const [found] = await allShown(deps, record.tenantId, [record]);
      assert(found, "each record is answered");
      return found;
    },
  };
}
