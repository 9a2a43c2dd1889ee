/**
 * Ledgers that vanish while their claims stay. A lost ledger may come back empty, and no place is sold on its day before it
 * counts all that claims take. Doctor finds it until then.
 */
import { Violation } from "../violation.ts";
import type { Document } from "../engine/document.ts";
import type { Entry } from "../engine/server.ts";
import type { Finding } from "./findings.ts";
import {
  type ClaimDocument,
  type ClaimEntry,
  type LedgerDocument,
  lineOfUse,
  newSteps,
} from "./records.ts";
import { type State, entryOf, lastSteps } from "./state.ts";

export class LostLedgers {
  readonly #state: State;
  readonly #ever = new Set<string>();
  /** Claims that the archive has removed since their ledger was lost, in this order. */
  readonly #removed = new Map<string, ClaimEntry[]>();

  constructor(state: State) {
    this.#state = state;
  }

  /** Whether an open ledger's claims are all in records, so that it can be made again. */
  mayVanish(document: Document): boolean {
    const ledger = document as unknown as LedgerDocument;
    const { documents } = this.#state.claims;
    const isCopied = ({ id, step }: ClaimEntry): boolean =>
      Number(documents.get(id)?.["step"] ?? 0) >= step;
    return !ledger.closedAt && newSteps(undefined, ledger).every(isCopied);
  }

  lose(id: string): void {
    this.#state.lost.add(id);
    this.#ever.add(id);
    this.#removed.set(id, []);
  }

  /** Whether this write makes a lost ledger count again; expansions are then what the claims that have records have added. */
  comesBack({ table, before, after }: Entry): boolean {
    if (table === "claims" && before && !after) this.#noteRemoved(before as never);
    if (table !== "ledgers" || !after) return false;
    const ledger = after as unknown as LedgerDocument;
    const { _id, usages, log } = ledger;
    // Race: the archive closes one that a process has just inserted empty. A closed one counts nothing, and is not sought.
    if (ledger.closedAt) this.#state.lost.delete(_id);
    const isEmpty = Object.keys(usages).length + Object.keys(log).length === 0;
    if (isEmpty || !this.#state.lost.delete(_id)) return false;
    const claims = [...lastSteps(this.#state, ledger).values()];
    const removed = this.#removed.get(_id) ?? [];
    // Race: the archive removes claims of a day long past after they were read. Which ones is open.
    const right = [claims, ...removed.map((_, index) => [...claims, ...removed.slice(index)])];
    const is = storedIn(ledger);
    const words = right.map(claimedIn);
    if (!words.includes(is))
      throw new Violation("I6", `${_id} has come back with ${is}, not ${words.join(" or ")}`);
    return true;
  }

  #noteRemoved(claim: ClaimDocument & { readonly ledger: string }): void {
    this.#removed.get(claim.ledger)?.push(entryOf(claim));
  }

  /**
   * The findings without days that are oversold since they were lost: expansions whose claims the archive had removed do
   * not come back, and what was sold on them stays sold.
   */
  withoutLostExpansions<Found extends Finding>(findings: readonly Found[]): Found[] {
    return findings.filter(
      ({ kind, id }) => kind !== "resource-oversold" || !this.#ever.has(id.split(" ")[0] ?? ""),
    );
  }

  /** Whether a repair has made a ledger again that was lost. */
  isRepair({ kind, id }: Finding): boolean {
    return kind === "ledger-missing" && this.#ever.has(id);
  }

  /** Doctor has to find every lost ledger on which confirmed claims have places, and nothing else. */
  checkFound(findings: readonly Finding[]): void {
    const { lost } = this.#state;
    const ledgerOf = ({ id }: Finding): string => id.split(" ")[0] ?? "";
    // One that has come back empty differs from its claims.
    const isRight = (finding: Finding): boolean =>
      ["ledger-missing", "ledger-line"].includes(finding.kind) && lost.has(ledgerOf(finding));
    if (!findings.every(isRight)) throw new Violation("I6", JSON.stringify(findings));
    const found = new Set(findings.map(ledgerOf));
    for (const _id of lost)
      if (!found.has(_id) && [...lastSteps(this.#state, { _id, log: {} }).values()].some(isTaking))
        throw new Violation("I6", `doctor has not found that ${_id} is lost`);
  }
}

function isTaking({ state, use }: ClaimEntry): boolean {
  return state === "CONFIRMED" && use.some(({ places }) => places > 0);
}

/** By usage and resource. */
type Amounts = Map<string, { epoch: number; pool: number; beyondMax: number }>;

function storedIn({ usages }: LedgerDocument): string {
  const amounts: Amounts = new Map();
  for (const [line, { use }] of Object.entries(usages))
    for (const [resourceId, { expansion }] of Object.entries(use))
      if (expansion) amounts.set(`${line} ${resourceId}`, expansion);
  return wordsOf(amounts);
}

/** An epoch ends the expansions of earlier ones. */
function claimedIn(claims: Iterable<ClaimEntry>): string {
  const amounts: Amounts = new Map();
  for (const { line, use, expanded = [] } of claims)
    for (const { resourceId, epoch, ...more } of expanded) {
      const own = use.find((each) => each.resourceId === resourceId);
      const key = `${lineOfUse(line, own)} ${resourceId}`;
      const known = amounts.get(key) ?? { epoch, pool: 0, beyondMax: 0 };
      if (known.epoch > epoch) continue;
      const { pool, beyondMax } = known.epoch < epoch ? { pool: 0, beyondMax: 0 } : known;
      const sum = { pool: pool + more.pool, beyondMax: beyondMax + more.beyondMax };
      amounts.set(key, { epoch, ...sum });
    }
  return wordsOf(amounts);
}

function wordsOf(amounts: Amounts): string {
  const words = [...amounts].map(
    ([key, { epoch, pool, beyondMax }]) => `${key}: ${pool} and ${beyondMax} of epoch ${epoch}`,
  );
  return `the expansions (${words.toSorted().join(", ")})`;
}
