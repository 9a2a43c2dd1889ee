import assert from "node:assert";
import { type Request, refusalOf, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, refusals, type resourcesCapacity } from "@slipway/contracts";
import { advanceLedger } from "../actor/advance-ledger.ts";
import type { View } from "../actor/view.ts";
import type { ClaimDeps } from "./deps.ts";
import { addressesAround, addressesOf } from "../ledger/day.ts";
import type { Expanded } from "../ledger/expansion.ts";
import {
  type Claim,
  type ClaimCommand,
  type Draft,
  type Ledger,
  draftOf,
} from "../ledger/ledger.ts";
import { type CapacityResource, isStale } from "../ledger/resource.ts";
import { dayAt, marginsIn, optionLinksOf, vacanciesOf } from "../ledger/vacancies.ts";
import { type Order, commandOf, orderOf, takeNothing } from "./claim-capacity.ts";
import { keepLater, lastSteps } from "../ledger/claim-steps.ts";
import { emptyLedger, ledgerOf } from "../ledger/ledger-document.ts";
import { rereadsMax, resizePauseMs, resizeWaitMsMax } from "../constants.ts";

type Output = OutputOf<typeof resourcesCapacity.checkClaim>;

/**
 * Answers the places that a claim would take now and the vacancies that it would leave, or its refusal. Decides by
 * the claim's rule on ledgers that only this call has read. So it writes nothing, and no claim waits for it in a
 * mailbox.
 */
export function checkClaim(deps: ClaimDeps, request: Request, input: Input): Promise<Output> {
  return check(deps, request, input, undefined);
}

/** Checks claims one after the other, each on the copies that the earlier ones have left. */
export async function checkClaims(
  deps: ClaimDeps,
  request: Request,
  { claims }: InputOf<typeof resourcesCapacity.checkClaims>,
): Promise<OutputOf<typeof resourcesCapacity.checkClaims>> {
  const known: Known = new Map();
  const results: OutputOf<typeof resourcesCapacity.checkClaims>["results"] = [];
  for (const input of claims)
    try {
      results.push(await check(deps, request, input, known));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal || refusals[refusal.code].status >= 500) throw error;
      const { vacancies } = refusal.details as { vacancies?: number };
      results.push({ refusal: refusal.code, ...(vacancies !== undefined && { vacancies }) });
    }
  return { results };
}

type Input = InputOf<typeof resourcesCapacity.checkClaim>;
/** Copies of ledgers that several claims share, by id. */
type Known = Map<string, Ledger>;

/** @param known undefined: the claim shares its copies with no other. */
async function check(
  deps: ClaimDeps,
  request: Request,
  input: Input,
  known: Known | undefined,
): Promise<Output> {
  const order = await orderOf(deps, request, { ...input, attempt: "check" });
  if (!order) return { ...takeNothing(input), vacancies: null };
  const begunAt = Date.now();
  for (;;) {
    const checked = checkOn(await readCopies(deps, order, known), deps, request, order);
    if (checked) return checked;
    if (Date.now() - begunAt >= resizeWaitMsMax) throw refuse("SERVICE_UNAVAILABLE");
    await new Promise((resume) => setTimeout(resume, resizePauseMs));
  }
}

/** The objects on which a claim is decided; no other call has them. */
interface Copies extends Pick<View, "resources" | "claims"> {
  /** The ledger of each day that the departure touches. */
  readonly ledgers: readonly Ledger[];
}

/** Reads in the order of a view: ledgers, then resources, then claim records. None of the reads is a write. */
async function readCopies(
  deps: ClaimDeps,
  order: Order,
  known: Known | undefined,
): Promise<Copies> {
  const { supplier, window, demand } = order;
  const { tenantId } = supplier;
  let addresses = addressesOf(supplier, window);
  for (let reread = 0; reread < rereadsMax; reread++) {
    const now = deps.clock();
    const ledgers = await Promise.all(
      addresses.map(
        async (address) =>
          known?.get(address.id) ??
          (await deps.ledgers.peek(address)) ??
          ledgerOf(emptyLedger(address, now)),
      ),
    );
    for (const ledger of ledgers) known?.set(ledger.address.id, ledger);
    const wanted = { optionIds: [demand.optionId], ids: [] };
    const found = await deps.resources.listForCapacity(tenantId, wanted);
    const around = addressesAround(supplier, window, marginsIn(optionLinksOf(demand, found)));
    // Resources are read after every ledger.
    if (around.length > addresses.length) {
      addresses = around;
      continue;
    }
    const claims = await readReplaced(deps, order, ledgers);
    const resources = new Map(found.map((each) => [each.id, withoutStaleLock(each, deps.clock())]));
    if (claims) return { ledgers, resources, claims };
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** The claims that the order replaces. Undefined: a ledger was written after it was read. */
async function readReplaced(
  deps: ClaimDeps,
  { supplier, inPlaceOf }: Order,
  ledgers: readonly Ledger[],
): Promise<Map<string, Claim> | undefined> {
  const claims = new Map<string, Claim>();
  for (const { address, log, revision } of ledgers) {
    const ids = inPlaceOf.flatMap(({ claimId, ledger }) =>
      ledger === address.id ? [claimId] : [],
    );
    const logged = lastSteps(log);
    for (const id of ids) {
      const claim = logged.get(id);
      if (claim) claims.set(id, claim);
    }
    for (const record of (await deps.claims.get(supplier.tenantId, ids)).values()) {
      if (record.revision > revision) return undefined;
      keepLater(claims, record);
    }
  }
  return claims;
}

/** A claim would remove the lock of a crashed process and then be decided. */
function withoutStaleLock(resource: CapacityResource, now: number): CapacityResource {
  const { resizing, ...unlocked } = resource;
  return resizing && isStale(resizing, now) ? unlocked : resource;
}

/** Undefined: a claim would wait for a resize. Changes the copies. */
function checkOn(
  copies: Copies,
  deps: ClaimDeps,
  request: Request,
  order: Order,
): Output | undefined {
  const { ledgers, resources } = copies;
  const option = optionLinksOf(order.demand, resources.values());
  let otherDay: readonly Expanded[] = [];
  let taken: Output["taken"] = [];
  const left: number[] = [];
  const claimed: Claimed[] = [];
  for (const [index, ledger] of ledgers.entries()) {
    const isLast = index === ledgers.length - 1;
    const place = { order, index, address: ledger.address, otherDay, isLast };
    const command = commandOf(deps, request, place);
    const draft = draftOf(ledger, deps.clock());
    const outcome = claimOn(draft, copies, command);
    if (outcome === "unneeded") continue;
    if (outcome === "wait" || "error" in outcome) {
      // Later claims find what this one has found.
      for (const each of claimed) release(each, copies);
      if (outcome === "wait") return undefined;
      throw outcome.error;
    }
    claimed.push({ draft, claimId: outcome.id });
    otherDay = outcome.expanded ?? [];
    taken = outcome.use.map((use) => ({ ...use }));
    const { vacancies } = vacanciesOf(option, order.window, [dayAt(ledger, deps.clock())]);
    left.push(vacancies ?? Infinity);
  }
  return { taken, vacancies: left.length === 0 ? null : Math.min(...left) };
}

interface Claimed {
  readonly draft: Draft;
  readonly claimId: string;
}

/** Takes a claim back with what it expanded. */
function release({ draft, claimId }: Claimed, copies: Copies): void {
  advanceLedger(draft, copies, { kind: "release", claimId, neverNamed: true });
}

/** Claims on a copy of one ledger, and releases there what the claim replaces. */
function claimOn(
  draft: Draft,
  copies: Copies,
  command: ClaimCommand,
): Claim | "unneeded" | "wait" | { readonly error: Error } {
  const decision = advanceLedger(draft, copies, command);
  if (decision.outcome === "refused") return decision;
  if (decision.outcome === "wait" || decision.outcome === "unneeded") return decision.outcome;
  assert(decision.claim, "a claim that takes places has a step");
  for (const claimId of command.inPlaceOf)
    advanceLedger(draft, copies, { kind: "release", claimId, neverNamed: false });
  return decision.claim;
}
