import type { BusWatcher, Work } from "./bus.ts";
import type { Coverage } from "./coverage.ts";
import type { Document } from "./engine/document.ts";
import type { Written } from "./engine/table.ts";
import {
  type BookingDocument,
  type LedgerDocument,
  type ResourceDocument,
  newSteps,
} from "./oracle/records.ts";
import type { Process } from "./scheduler.ts";

/** An operation of several writes, while it runs. */
interface Saga {
  readonly name: string;
  /** The call that began it; undefined if a write began it. */
  readonly root: Work | undefined;
  /** Its running calls. */
  readonly works: Set<Work>;
  /** The process that wrote last, if no call shows it. */
  by: Process | undefined;
  last: string;
  readonly subjects: Set<string>;
}

interface Step {
  readonly label: string;
  /** The booking, resource or supplier that it concerns. */
  readonly subject: string;
}

/**
 * Follows every saga from write to write, to show between which writes a process crashed. A saga begins
 * with a call, or with a write: an expiry, recovery, an outbox.
 */
export class Sagas implements BusWatcher {
  readonly #coverage: Coverage;
  readonly #supplierOf: (resourceId: string) => string;
  /** The points at which a process crashed in this world. */
  readonly #crashes = new Set<string>();
  readonly #byRoot = new Map<Work, Saga>();
  readonly #bySubject = new Map<string, Set<Saga>>();

  /** @param supplierOf the supplier of a resource, whose ledgers a resize bumps one by one. */
  constructor(coverage: Coverage, supplierOf: (resourceId: string) => string) {
    this.#coverage = coverage;
    this.#supplierOf = supplierOf;
  }

  begun(work: Work): void {
    const root = rootOf(work);
    const name = root.action.split(".")[1] ?? root.action;
    let saga = this.#byRoot.get(root);
    if (!saga) {
      saga = { name, root, works: new Set(), by: undefined, last: "begin", subjects: new Set() };
      this.#byRoot.set(root, saga);
    }
    saga.works.add(work);
    const { bookingId, id: named, resourceId: id = named } = work.input;
    if (work === root && typeof id === "string") this.#link(saga, id);
    if (work === root && typeof id === "string") this.#link(saga, this.#supplierOf(id));
    if (typeof bookingId === "string") this.#link(saga, bookingId);
  }

  ended(work: Work): void {
    const saga = this.#byRoot.get(rootOf(work));
    saga?.works.delete(work);
    if (saga?.root === work) this.#close(saga);
  }

  /** Whether a saga has reached a point at which no process has crashed yet. */
  written(written: Written, by: Process): boolean {
    let isNew = false;
    for (const { label, subject } of stepsOf(written)) {
      for (const saga of this.#bySubject.get(subject) ?? []) {
        // A concurrent saga may write the same document.
        if (!writesOf[saga.name]?.includes(label)) continue;
        this.#coverage.followed(saga.name, saga.last, label);
        saga.last = label;
        saga.by = by;
        isNew ||= !this.#crashes.has(`${saga.name}: ${label}`);
        if (endOf[saga.name] === label) this.#close(saga);
      }
      const begins = beginnings[label];
      if (begins) this.#begin(begins, { label, subject }, by);
    }
    return isNew;
  }

  /** A process crashed in the middle of its sagas. */
  crashed(process: Process): void {
    const all = new Set([...this.#bySubject.values()].flatMap((sagas) => [...sagas]));
    for (const saga of all) {
      if (!(saga.name in writesOf)) continue;
      const works = [...saga.works].filter((work) => work.process === process);
      if (works.length === 0 && saga.by !== process) continue;
      this.#coverage.crashed(saga.name, saga.last);
      this.#crashes.add(`${saga.name}: ${saga.last}`);
      for (const work of works) saga.works.delete(work);
      if (saga.root?.process === process) this.#close(saga);
    }
  }

  #begin(name: string, { label, subject }: Step, by: Process): void {
    const saga = { name, root: undefined, works: new Set<Work>(), by, last: label };
    this.#link({ ...saga, subjects: new Set() }, subject);
  }

  #link(saga: Saga, subject: string): void {
    saga.subjects.add(subject);
    const known = this.#bySubject.get(subject);
    if (known) known.add(saga);
    else this.#bySubject.set(subject, new Set([saga]));
  }

  #close(saga: Saga): void {
    if (saga.root) this.#byRoot.delete(saga.root);
    for (const subject of saga.subjects) {
      const known = this.#bySubject.get(subject);
      known?.delete(saga);
      if (known?.size === 0) this.#bySubject.delete(subject);
    }
  }
}

const copies = ["copy HELD", "copy CONFIRMED", "copy RELEASED"];
const rebooking = ["claim in place", "other claims", "changed", "release", ...copies, "delivered"];
/** The writes of each saga. */
const writesOf: Readonly<Record<string, readonly string[]>> = {
  createBooking: [
    "claim a",
    "claim b",
    "order changed",
    "booking",
    "release",
    ...copies,
    "attach",
    "delivered",
  ],
  confirmBooking: ["confirm", "copy CONFIRMED", "CONFIRMED", "PENDING", "delivered"],
  extendBooking: ["extend", "copy HELD", "changed", "delivered"],
  approveBooking: ["CONFIRMED", "delivered"],
  cancelBooking: ["CANCELLED", "release", "copy RELEASED", "delivered"],
  rejectBooking: ["REJECTED", "release", "copy RELEASED", "delivered"],
  confirmOrder: [
    "confirm",
    "copy CONFIRMED",
    "marked",
    "order CONFIRMED",
    "CONFIRMED",
    "PENDING",
    "delivered",
  ],
  extendOrder: ["extend", "copy HELD", "marked", "order changed", "changed", "delivered"],
  cancelOrder: ["marked", "order CANCELLED", "CANCELLED", "release", "copy RELEASED", "delivered"],
  updateDetails: ["changed", "delivered"],
  updateBooking: rebooking,
  changeOption: rebooking,
  updateResource: ["lock", "ledger bumped", "numbers", "unlock", "resource"],
  setRequirement: ["resource", "ledger bumped"],
  deleteRequirement: ["resource", "ledger bumped"],
  expiry: ["release", "copy RELEASED", "delivered"],
  recovery: ["release", "copy RELEASED"],
  decision: ["bookings told"],
  callOff: ["release", "copy RELEASED", "delivered"],
};

/** Sagas that begin with a write. */
const beginnings: Readonly<Record<string, string>> = {
  EXPIRED: "expiry",
  tombstone: "recovery",
  "version bumped": "recovery",
  decided: "decision",
  "called off": "callOff",
};
const endOf: Readonly<Record<string, string>> = {
  expiry: "delivered",
  recovery: "copy RELEASED",
  decision: "bookings told",
  callOff: "delivered",
};

function rootOf(work: Work): Work {
  let root = work;
  while (root.cause) root = root.cause;
  return root;
}

function stepsOf({ table, before, after }: Written): Step[] {
  if (!after) return [];
  switch (table) {
    case "bookings":
      return [bookingStep(before as never, after as never)];
    case "ledgers":
      return ledgerSteps(before as never, after as never);
    case "claims":
      return [claimStep(before, after)];
    case "orders":
      return orderSteps(before, after);
    case "resources":
      return [resourceStep(before as never, after as never)];
    default:
      return [];
  }
}

function bookingStep(before: BookingDocument | undefined, after: BookingDocument): Step {
  const subject = after._id;
  if (!before) return { subject, label: after.live ? "booking" : "tombstone" };
  if (after.outbox?.length < before.outbox?.length) return { subject, label: "delivered" };
  if (after.status !== before.status)
    return { subject, label: isCalledOff(after) ? "called off" : after.status };
  if (isMarked(before, after)) return { subject, label: "marked" };
  if (after.updatedAt > before.updatedAt)
    return { subject, label: namesOf(after) === namesOf(before) ? "changed" : "other claims" };
  if (after.usedKeys?.length !== before.usedKeys?.length) return { subject, label: "key kept" };
  const isBumped = after.revision > before.revision;
  return { subject, label: isBumped ? "version bumped" : "confirmed unchanged" };
}

/** A booking that follows an extension loses its mark, and that is no step of its own. */
function isMarked({ orderRevision: before }: BookingDocument, { orderRevision }: BookingDocument) {
  return orderRevision !== undefined && orderRevision !== before;
}

/** Sagas of its bookings take a step with their order, too. */
function orderSteps(before: Document | undefined, after: Document): Step[] {
  const label =
    before?.["status"] === after["status"] ? "order changed" : `order ${String(after["status"])}`;
  return [after["_id"], ...(after["bookingIds"] as unknown[])].map((id) => ({
    subject: String(id),
    label,
  }));
}

/** Clients are users. */
function isCalledOff({ status, outbox }: BookingDocument): boolean {
  return status === "CANCELLED" && outbox.at(-1)?.actorType === "SYSTEM";
}

function namesOf({ claims }: BookingDocument): string {
  return claims.map(({ claimId }) => claimId).join();
}

function ledgerSteps(before: LedgerDocument | undefined, after: LedgerDocument): Step[] {
  const steps = newSteps(before, after);
  if ((after.outbox?.length ?? 0) < (before?.outbox?.length ?? 0))
    return [{ subject: after._id, label: "bookings told" }];
  if (JSON.stringify(after.runs) !== JSON.stringify(before?.runs))
    return [{ subject: after._id, label: "decided" }];
  if (steps.length === 0) return [{ subject: after.supplierId, label: "ledger bumped" }];
  return steps.map(({ bookingId, state, step, id }) => {
    const first = id.includes(".mov") ? "claim in place" : `claim ${id.slice(-1)}`;
    const later = { CONFIRMED: "confirm", HELD: "extend", RELEASED: "release" }[state] ?? state;
    return { subject: bookingId, label: step === 1 ? first : later };
  });
}

function claimStep(before: Document | undefined, after: Document): Step {
  const subject = String(after["bookingId"]);
  if (before && before["step"] === after["step"])
    return { subject, label: before["attached"] === after["attached"] ? "noted" : "attach" };
  return { subject, label: `copy ${String(after["state"])}` };
}

function resourceStep(before: ResourceDocument | undefined, after: ResourceDocument): Step {
  const subject = after._id;
  if (after.resizing && !before?.resizing) return { subject, label: "lock" };
  if (before?.resizing && !after.resizing) {
    const isDone = after.lastAttempt === before.resizing.attempt;
    return { subject, label: isDone ? "numbers" : "unlock" };
  }
  return { subject, label: "resource" };
}
