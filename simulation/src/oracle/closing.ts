/**
 * The claims that the archive takes from a ledger are in a file, no place is lost by it, and no claim is ever taken
 * there again.
 */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import { type BookingDocument, type LedgerDocument, newSteps, withMargins } from "./records.ts";
import { type State, ledgersIn, resourcesIn } from "./state.ts";

interface Order {
  readonly supplierId: string;
  readonly optionId: string;
  readonly from: number;
  readonly to: number;
}

export class Closing {
  readonly #state: State;
  /** By ledger: what files have of its lines. */
  readonly #filed = new Map<string, Set<string>>();
  /** By claim: the steps that files have. */
  readonly #filedSteps = new Set<string>();

  /** As they were: open ledgers go on counting their places. */
  readonly archived: BookingDocument[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  /** A file has this line of a ledger. */
  filed(line: string): void {
    const { _id, usages } = (JSON.parse(line) as { record: LedgerDocument }).record;
    this.#filed.set(_id, (this.#filed.get(_id) ?? new Set()).add(JSON.stringify(usages)));
  }

  /** A file has a claim after this step. */
  filedStep(id: string, step: number): void {
    this.#filedSteps.add(`${id} ${step}`);
  }

  written({ table, before, after }: Entry): void {
    if (table === "bookings" && before?.["live"] === true && after?.["live"] === null)
      this.archived.push(before as never);
    if (table === "claims" && before && !after) this.#claimRemoved(before as never);
    if (table === "ledgers" && after) this.#ledgerWritten(before as never, after as never);
  }

  #ledgerWritten(was: LedgerDocument | undefined, is: LedgerDocument): void {
    if (was?.closedAt && !is.closedAt) throw new Violation("I1", `${is._id} was opened again`);
    if (was?.resources.some((id) => !is.resources.includes(id)))
      throw new Violation("I3", `${is._id} has forgotten a resource`);
    if (is.closedAt && !was?.closedAt) this.#closed(was, is);
    if (!is.closedAt) return;
    const taken = newSteps(was, is).find(({ step }) => step === 1);
    if (taken) throw new Violation("I1", `${taken.id} was taken on the closed ${is._id}`);
    if (Object.keys(is.usages).length > 0)
      throw new Violation("I3", `the closed ${is._id} counts places`);
  }

  /** An order that was refused because a day is archived has such a day. */
  refused(order: Order | undefined): void {
    const needs = [...resourcesIn(this.#state)].flatMap(({ requirements }) =>
      requirements.filter(({ optionId }) => optionId === order?.optionId),
    );
    const windows = [{}, ...needs].map((need) =>
      withMargins([order?.from ?? 0, order?.to ?? 0], need),
    );
    const isClosed = [...ledgersIn(this.#state)].some(
      ({ supplierId, startAt, endAt, closedAt }) =>
        closedAt !== undefined &&
        supplierId === order?.supplierId &&
        windows.some(({ from, to }) => startAt.getTime() < to && endAt.getTime() > from),
    );
    if (!isClosed) throw new Violation("I6", "an order was refused as ARCHIVED on open days");
  }

  #closed(was: LedgerDocument | undefined, { _id }: LedgerDocument): void {
    if (!was || !this.#filed.get(_id)?.has(JSON.stringify(was.usages)))
      throw new Violation("I2", `${_id} was closed, and no file has what it counted`);
    if (Object.keys(was.log).length > 0)
      throw new Violation("I2", `${_id} was closed with steps that are in no record`);
    const now = this.#state.fastest();
    for (const { use } of Object.values(was.usages))
      for (const { holds } of Object.values(use))
        if (Object.keys(holds).some((until) => Number(until) * 1_000 > now))
          throw new Violation("I2", `${_id} was closed while a hold lasted`);
  }

  /** A sweep removes claims that ended long ago; of others a file has the last step. */
  #claimRemoved({ _id, state, step, bookingId }: RemovedClaim): void {
    if (state !== "RELEASED" && !this.#filedSteps.has(`${_id} ${step}`))
      throw new Violation("I2", `${_id} is gone, and no file has its step ${step}`);
    if (state !== "RELEASED" && this.#state.bookings.documents.get(bookingId)?.["live"] === true)
      throw new Violation("I2", `${_id} is gone, and ${bookingId} is not archived`);
  }
}

interface RemovedClaim {
  readonly _id: string;
  readonly state: string;
  readonly step: number;
  readonly bookingId: string;
}
