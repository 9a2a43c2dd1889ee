import { refusalOf } from "@slipway/broker";
import type { InputOf, OutputOf, RefusalCode, bookings } from "@slipway/contracts";
import type { Work } from "../bus.ts";
import type { Process } from "../scheduler.ts";
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import { departureKey } from "../fake-services.ts";
import type { Departure } from "../fixture.ts";
import { type Finding, falseFindings } from "./findings.ts";
import { CallOffs, departureOf } from "./call-offs.ts";
import { Closing } from "./closing.ts";
import { checkOption } from "./option.ts";
import { Changes, mayHaveBecome } from "./changes.ts";
import { Claims } from "./claims.ts";
import { Details } from "./details.ts";
import { checkBalanced, checkHeld } from "./holding.ts";
import { type Expansions, checkOversell, mostTaken } from "./oversell.ts";
import { checkAlternatives } from "./alternatives.ts";
import {
  type BookingDocument,
  type LedgerDocument,
  type ResourceDocument,
  newSteps,
} from "./records.ts";
import {
  type Asked,
  type Question,
  bugIn,
  checkRefusal,
  isRefusedInOrder,
  checkUnblocked,
} from "./refusals.ts";
import { Links } from "./links.ts";
import { Needs } from "./needs.ts";
import { EventOracle } from "./events.ts";
import {
  type LedgerAt,
  type Order,
  type Resize,
  mayBeFull,
  mayExceed,
  reservedOf,
  wantedOf,
} from "./full.ts";
import { ManualDepartures } from "./departures.ts";
import { Orders } from "./orders.ts";
import { LostLedgers } from "./lost-ledgers.ts";
import { Shown } from "./shown.ts";
import { type State, bookingsIn, lastSteps, ledgersIn } from "./state.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Created = OutputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;
type Answer<Result> = Result | { refusal: RefusalCode } | undefined;

/** An older lock is stale: any process may remove it. */
const lockMsMax = 5_000;

/** Checks every write and every answer of a run, and throws at the first violation. */
export class Oracle {
  readonly needs: Needs;
  readonly links: Links;
  readonly events = new EventOracle();
  readonly shown: Shown;
  readonly details: Details;
  readonly closing: Closing;
  readonly callOffs: CallOffs;
  readonly orders: Orders;
  readonly claims: Claims;
  readonly lostLedgers: LostLedgers;
  readonly manualDepartures: ManualDepartures;
  readonly #changes = new Changes();
  readonly #state: State;
  readonly #isCalm: boolean;
  readonly #expansions: Expansions = new Map();
  readonly #dirty = new Set<string>();
  /** The process that set each lock. */
  readonly #locks = new Map<string, Process>();
  readonly #tokens = new Set<string>();
  /** Steps of claims that ledgers have logged. */
  readonly #steps = new Set<string>();
  /** The true time of the last step of a booking's claims. */
  readonly #stepAt = new Map<string, number>();
  readonly #orders = new Set<Order>();
  readonly #resizes = new Set<Resize>();
  readonly #blocks = new Map<string, object>();
  /** The first violation that could not be thrown where it was found. */
  #found: Error | undefined;

  /** @param isCalm no operation fails and no process stops, so recovery has nothing to do. */
  constructor(seen: Omit<State, "lost">, isCalm: boolean) {
    const state = { ...seen, lost: new Set<string>() };
    this.#state = state;
    this.needs = new Needs(state.now);
    this.links = new Links(state);
    this.shown = new Shown(state);
    this.closing = new Closing(state);
    this.callOffs = new CallOffs(state);
    this.orders = new Orders(state);
    this.details = new Details(state, this.shown);
    this.claims = new Claims(state);
    this.lostLedgers = new LostLedgers(state);
    this.manualDepartures = new ManualDepartures(state.now);
    this.#isCalm = isCalm;
  }

  /** After every step. */
  check(): void {
    if (this.#found) throw this.#found;
    for (const supplierId of this.#dirty) {
      checkOversell(this.#state, this.#expansions, supplierId);
      checkHeld(this.#state, supplierId);
    }
    this.#dirty.clear();
  }

  /** After all work has ended and recovery has had its time. */
  checkAtRest(): void {
    this.check();
    checkBalanced(this.#state, this.closing.archived);
    for (const each of [this.events, this.callOffs, this.orders]) each.checkAtRest();
    for (const { _id, outbox } of bookingsIn(this.#state))
      if (outbox.length > 0) throw new Violation("I4", `${_id} has undelivered events`);
  }

  /** An error that is neither a refusal nor an outage is a bug. */
  failed(kind: string, error: unknown): void {
    this.#found ??= bugIn(kind, error);
  }

  /** An error of a process that no caller handled. */
  fault(error: unknown): void {
    this.#found ??= error as Error;
  }

  /** Checks a durable write, in the order of its server. */
  written(entry: Entry): void {
    const { table, before, after } = entry;
    const { events, closing, callOffs, orders, links, manualDepartures } = this;
    const all = [events, closing, callOffs, orders, links, manualDepartures];
    for (const each of all) each.written(entry);
    const supplierId = (after ?? before)?.["supplierId"];
    if (typeof supplierId === "string") this.#dirty.add(supplierId);
    if (table === "bookings") this.#bookingWritten(before as never, after as never, entry.at);
    // A ledger that has come back is compared with none that was there before.
    const was = this.lostLedgers.comesBack(entry) ? undefined : before;
    if (table === "ledgers" && after) this.#ledgerWritten(was as never, after as never);
    if (table === "resources" && after)
      this.#resourceWritten(before as never, after as never, entry);
    if (table !== "bookings" && typeof supplierId === "string")
      this.#checkAgain(
        supplierId,
        table === "ledgers" ? ({ ledger: after, before: was } as never) : undefined,
      );
  }

  /** Checks whether running orders and resizes fit now. */
  #checkAgain(supplierId: string, written: LedgerAt | undefined): void {
    for (const order of this.#orders)
      if (order.wanted?.supplierId === supplierId) this.#checkOrder(order, written);
    for (const resize of this.#resizes) this.#checkResize(resize, written);
  }

  #bookingWritten(
    before: BookingDocument | undefined,
    after: BookingDocument | undefined,
    at: number,
  ): void {
    if (!after) throw new Violation("I2", `booking ${before?._id} is gone`);
    const isArchived = before?.live === true && after.live === null;
    if (before && before.live !== after.live && !isArchived)
      throw new Violation("I2", `booking ${after._id} was removed`);
    if (!after.live) return;
    this.shown.written(after);
    checkOption(after);
    this.claims.bookingWritten(before, after);
    this.#changes.written(before, after, at);
  }

  /** A lock is removed by its own attempt, or by another process once it is stale. */
  #resourceWritten(
    before: ResourceDocument | undefined,
    after: ResourceDocument,
    { by }: Entry,
  ): void {
    const { resizing, quantity, capacityPerResource } = after;
    this.needs.written(before, after);
    const isResized =
      before?.quantity !== quantity || before.capacityPerResource !== capacityPerResource;
    // A resize ends what was expanded before it.
    for (const key of this.#expansions.keys())
      if (isResized && key.endsWith(` ${after._id}`)) this.#expansions.delete(key);
    if (resizing && !this.#locks.has(resizing.attempt)) this.#locks.set(resizing.attempt, by);
    const lock = before?.resizing;
    if (!lock || lock.attempt === resizing?.attempt || after.lastAttempt === lock.attempt) return;
    const ageMs = this.#state.believed() - lock.since.getTime();
    if (this.#locks.get(lock.attempt) !== by && ageMs <= lockMsMax)
      throw new Violation("I6", `${by.name} has removed the fresh lock ${lock.attempt} of another`);
  }

  #ledgerWritten(before: LedgerDocument | undefined, after: LedgerDocument): void {
    if (this.#state.lost.has(after._id)) return;
    if (before && after.at.getTime() < before.at.getTime())
      throw new Violation("I1", `time has gone back at ${after._id}`);
    this.claims.ledgerWritten(before, after, this.#expansions);
    const steps = newSteps(before, after);
    for (const step of steps) {
      const { id, state, until, step: number } = step;
      if (this.#steps.has(`${id} ${number}`))
        throw new Violation("I3", `step ${number} of ${id} was taken twice`);
      this.#steps.add(`${id} ${number}`);
      this.#stepAt.set(id.slice(0, id.lastIndexOf(".")), this.#state.now());
      const endedAt = (until ?? Infinity) * 1000;
      if (state === "CONFIRMED" && number > 1 && before && endedAt <= before.at.getTime())
        throw new Violation("I1", `${id} was confirmed after it had ended by the ledger's time`);
    }
    if (!steps.some(({ step }) => step === 1)) return;
    const claims = [...lastSteps(this.#state, after).values()];
    const bounds = { state: this.#state, needs: this.needs, expansions: this.#expansions };
    for (const step of steps)
      if (step.step === 1) checkAlternatives(step, { ledger: after, claims }, bounds);
  }

  begun(work: Work): void {
    this.claims.begun(work);
  }

  /** A refused order holds no place: in a calm world nothing is left to recovery. */
  ended(work: Work, error: unknown, result?: unknown): void {
    const { action, input } = work;
    if (action !== "resourcesCapacity.claimCapacity") return;
    if (error === undefined) this.#found ??= this.claims.claimed(result as never);
    if (!this.#isCalm) return;
    if (refusalOf(error)?.code !== "CAPACITY_EXHAUSTED") return;
    const prefix = `${String(input["bookingId"])}.${String(input["attempt"])}`;
    for (const ledger of ledgersIn(this.#state))
      for (const { id, state } of lastSteps(this.#state, ledger).values())
        if (id.startsWith(prefix) && state !== "RELEASED")
          throw new Violation("I2", `${id} was refused beside another day and is ${state}`);
  }

  ordered(input: CreateInput): Order {
    const key = departureKey(input.optionId, input.startAt ?? "");
    const wanted = wantedOf(input);
    const calledOff = this.callOffs.of(key);
    const order = { input, block: this.#blocks.get(key), calledOff, wanted, alwaysFitted: true };
    this.#orders.add(order);
    this.links.ordered(order, input.optionId);
    this.#checkOrder(order);
    return order;
  }

  #checkOrder(order: Order, written?: LedgerAt): void {
    const { wanted } = order;
    const { needs } = this;
    if (order.alwaysFitted && wanted && mayBeFull(this.#state, { wanted, needs }, written))
      order.alwaysFitted = false;
  }

  orderAnswered(order: Order, answer: Answer<Created>): void {
    this.#orders.delete(order);
    const { input, block, calledOff } = order;
    if (!answer) return;
    const key = departureKey(input.optionId, input.startAt ?? "");
    if ("refusal" in answer) {
      // A process's doubt about the time may be the reason.
      this.#checkOrder(order);
      if (answer.refusal === "ARCHIVED") this.closing.refused(order.wanted);
      if (answer.refusal === "DEPARTURE_CALLED_OFF") this.callOffs.refused(key);
      if (answer.refusal === "CAPACITY_EXHAUSTED" && order.alwaysFitted)
        throw new Violation("I6", `${JSON.stringify(input)} was refused and always fitted`);
      return;
    }
    const { booking, replayed } = answer;
    const stored = this.#booking(booking.id);
    if (!stored) throw new Violation("I2", `${booking.id} was answered and is not there`);
    this.shown.check(booking);
    if (!replayed) this.callOffs.checkSold(booking.id, key, calledOff);
    this.links.checkSold(order, answer);
    if (block && this.#blocks.get(key) === block && !replayed)
      throw new Violation("facts", `${booking.id} was sold after its departure was blocked`);
    if (input.idempotencyKey !== undefined && stored.idempotencyKey !== input.idempotencyKey)
      throw new Violation("I3", `${booking.id} does not stand under ${input.idempotencyKey}`);
  }

  #blockOf(target: Departure | undefined): object | undefined {
    return target && this.#blocks.get(departureKey(target.option.id, target.startAt));
  }

  asked(kind: string, id: string, { token, target }: Asked): Question {
    this.#changes.asked(id);
    const stored = this.#booking(id);
    const block = this.#blockOf(target);
    const expiresBefore = stored?.expiresAt ?? null;
    const isByToken = token === undefined || stored?.updatedAt.toISOString() === token;
    const writesBefore = this.shown.versionsOf(id);
    const believedBefore = this.#state.believed();
    const before = { statusBefore: stored?.status, expiresBefore, believedBefore, writesBefore };
    const calledOff = stored && this.callOffs.of(departureOf(stored));
    return { kind, id, ...before, isByToken, target, block, calledOff };
  }

  askedAnswered(question: Question, answer: Answer<Booking>): void {
    const { id } = question;
    const stored = this.#booking(id);
    // An archived booking is not found.
    if (!stored?.live || !answer || isRefusedInOrder(stored, question, answer)) return;
    if ("refusal" in answer)
      return checkRefusal(question, stored, answer.refusal, {
        latest: Math.max(question.believedBefore, this.#state.believed()),
        writes: this.shown.versionsOf(id),
      });
    this.shown.check(answer);
    checkUnblocked(question, this.#blockOf(question.target));
    this.callOffs.checkAnswered(question, stored);
    // A hold past its end is answered as EXPIRED, swept or not.
    const isUnswept =
      answer.status === "EXPIRED" && Date.parse(answer.expiresAt ?? "") <= this.#state.believed();
    if (!mayHaveBecome(isUnswept ? "ON_HOLD" : answer.status, stored.status))
      throw new Violation("I2", `${id} was answered as ${answer.status}, it is ${stored.status}`);
  }

  /** A token is good for one change. */
  replaced(id: string, token: string): void {
    const name = `${id} ${token}`;
    if (this.#tokens.has(name)) throw new Violation("I3", `${id} was changed twice with one token`);
    this.#tokens.add(name);
  }

  resizing(resourceId: string, numbers: Resize["numbers"]): Resize {
    const resize = { resourceId, numbers, alwaysFitted: true };
    this.#resizes.add(resize);
    this.#checkResize(resize);
    return resize;
  }

  resized(resize: Resize, answer: Answer<object>): void {
    this.#resizes.delete(resize);
    const refusal = answer && "refusal" in answer ? answer.refusal : undefined;
    if (refusal === "CAPACITY_BELOW_RESERVED" && resize.alwaysFitted)
      throw new Violation("I6", `${JSON.stringify(resize)} was refused and always fitted`);
  }

  /** The most places of a resource that bookings take at one instant that is not over. */
  taken(resourceId: string): number {
    const { documents } = this.#state.resources;
    return mostTaken(this.#state, this.#expansions, documents.get(resourceId) as never);
  }

  /** The most places of a resource that are reserved at one instant. */
  reserved(resourceId: string): number {
    return reservedOf(this.#state, this.#state.resources.documents.get(resourceId) as never);
  }

  #checkResize(resize: Resize, written?: LedgerAt): void {
    if (!resize.alwaysFitted) return;
    const { resourceId, numbers } = resize;
    const stored = this.#state.resources.documents.get(resourceId) as ResourceDocument | undefined;
    if (!stored) return;
    const resource = { ...stored, ...numbers };
    const places = resource.quantity * resource.capacityPerResource;
    // Another resize runs and may change the other number.
    if (stored.resizing || mayExceed(this.#state, { resource, places }, written))
      resize.alwaysFitted = false;
  }

  now(): number {
    return this.#state.now();
  }

  allegations(): Finding[] {
    return falseFindings(this.#state);
  }

  /**
   * Repair must find nothing wrong with sound data. It may confirm a claim, though, if a process
   * crashed before doing so.
   */
  repaired(findings: readonly Finding[], since: number): void {
    const isRight = ({ kind, id }: Finding): boolean =>
      kind === "claim-without-booking" ||
      this.lostLedgers.isRepair({ kind, id }) ||
      (kind === "booking-places" && !this.#isCalm && (this.#stepAt.get(id) ?? 0) >= since);
    const wrong = findings.find((finding) => !isRight(finding));
    if (wrong) throw new Violation("I6", `repair has found ${wrong.kind} wrong of ${wrong.id}`);
  }

  blocked(key: string): void {
    this.#blocks.set(key, {});
  }

  unblocked(key: string): void {
    this.#blocks.delete(key);
  }

  #booking(id: string): BookingDocument | undefined {
    return this.#state.bookings.documents.get(id) as BookingDocument | undefined;
  }
}
