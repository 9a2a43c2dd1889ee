/** Which changes of a booking there may be. */
import { isSame } from "../engine/document.ts";
import { Violation } from "../violation.ts";
import { checkOptions } from "./option.ts";
import { checkDetails, isOfDetails } from "./details.ts";
import type { BookingDocument } from "./records.ts";

const finalStatuses = new Set(["CANCELLED", "REJECTED", "EXPIRED"]);
const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  ON_HOLD: ["ON_HOLD", "PENDING", "CONFIRMED", "CANCELLED", "REJECTED", "EXPIRED"],
  PENDING: ["PENDING", "CONFIRMED", "CANCELLED", "REJECTED"],
  CONFIRMED: ["CONFIRMED", "CANCELLED", "REJECTED"],
};

/** Whether a booking of one status may be of another one a while later. */
export function mayHaveBecome(answered: string, stored: string): boolean {
  if (stored === answered || finalStatuses.has(stored)) return true;
  return nextStatuses[answered]?.includes(stored) ?? false;
}

/** Readers wait for so long, by the database's clock; its stamps of inserts are in whole seconds. */
const lateMsMin = 5_000 - 1_000;

export class Changes {
  /** By booking: the database's clock at its insert. */
  readonly #insertedAt = new Map<string, number>();
  /** Bookings that a client has sent a command about. A change may use up their token alone. */
  readonly #asked = new Set<string>();

  /** By idempotency key: its booking. */
  readonly #keys = new Map<string, string>();

  asked(id: string): void {
    this.#asked.add(id);
  }

  /** @param at the database's clock at the write. */
  written(before: BookingDocument | undefined, after: BookingDocument, at: number): void {
    this.#keepKey(after);
    if (!before) this.#insertedAt.set(after._id, at);
    else {
      checkChange(before, after, at);
      this.#checkRedated(before, after);
    }
  }

  #keepKey({ _id, idempotencyKey }: BookingDocument): void {
    if (idempotencyKey === undefined) return;
    const first = this.#keys.get(idempotencyKey);
    if (first !== undefined && first !== _id)
      throw new Violation("I3", `two bookings of ${idempotencyKey}: ${first} and ${_id}`);
    this.#keys.set(idempotencyKey, _id);
  }

  /** A later updatedAt ends the tokens of clients: of unchanged bookings only a late insert gets one. */
  #checkRedated(before: BookingDocument, after: BookingDocument): void {
    if (this.#asked.has(after._id)) return;
    if (before.updatedAt.getTime() === after.updatedAt.getTime()) return;
    const lateMs = (this.#insertedAt.get(after._id) ?? 0) - after.createdAt.getTime();
    if (lateMs <= lateMsMin && isRedated(before, after))
      throw new Violation("I2", `${after._id} was inserted in time and got a later updatedAt`);
  }
}

/** @param at the database's clock at the change. */
function checkChange(before: BookingDocument, after: BookingDocument, at: number): void {
  if (after.status !== before.status && !nextStatuses[before.status]?.includes(after.status))
    throw new Violation("I2", `${after._id} went from ${before.status} to ${after.status}`);
  checkExpiry(before, after, at);
  checkDetails(before, after);
  checkOptions(before, after);
  if (isShortened(before, after))
    throw new Violation("I2", `the hold of ${after._id} was shortened`);
  if (after.status !== before.status && after.updatedAt.getTime() <= before.updatedAt.getTime())
    throw new Violation("I4", `${after._id} changed, its updatedAt did not grow`);
}

/** A hold is changed only before it ends, and expires only then: by the database's clock. */
function checkExpiry(before: BookingDocument, after: BookingDocument, at: number): void {
  // Its order decides (orders.ts).
  if (after.orderId !== undefined) return;
  if (before.status !== "ON_HOLD" || before.updatedAt.getTime() === after.updatedAt.getTime())
    return;
  const isOver = Number(before.expiresAt) <= at;
  if (after.status === "EXPIRED" && !isOver)
    throw new Violation("I2", `${after._id} expired before its time`);
  const isTimeless = isRedated(before, after) || isOfDetails(before, after);
  if (after.status !== "EXPIRED" && isOver && !isTimeless)
    throw new Violation("I2", `${after._id} became ${after.status} after its hold had ended`);
}

/** Only its date was renewed, for the change feed. */
function isRedated(before: BookingDocument, after: BookingDocument): boolean {
  const tokens = { updatedAt: null, revision: null, commit: null };
  return isSame({ ...before, ...tokens }, { ...after, ...tokens });
}

function isShortened(before: BookingDocument, after: BookingDocument): boolean {
  if (before.status !== "ON_HOLD" || after.status !== "ON_HOLD") return false;
  return Number(after.expiresAt) < Number(before.expiresAt);
}
