import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@slipway/broker";
import { type FairQueue, type Place, createFairQueue } from "@slipway/fair-queue";
import {
  loadedPieceBytes,
  mebibyte,
  readWaitMsMax,
  searchMsMax,
  writtenPieceBytes,
} from "../constants.ts";
import { createSharedAllowance } from "./allowance.ts";
import type { Limits } from "../limit-table.ts";
import { overloaded } from "./overload.ts";

export interface Reader {
  readonly tenantId: string;
  /** Cost of a byte of this answer, where a byte of a JSON answer costs 1. */
  readonly weight: number;
  /** Whether its work was paid before its body was read: then the first piece is not refused for bytes. */
  readonly hasPaid?: boolean;
  /** Memory that counts for a piece while it is loaded. */
  readonly heldBytes: number;
  /** A place for work: refused where there is none, unless the answer has begun. */
  readonly takePlace: (hasBegun: boolean) => () => void;
}

export type ReadRates = Pick<Limits, "readMibHeld" | "readMibPerSecond" | "readBytesPerSecondMin">;

/** Limits of the answers to one tenant: memory, bytes a second, and the time a slow reader may take. */
export type Reads = ReturnType<typeof createReads>;

export function createReads(rates: ReadRates, clock?: () => number) {
  return {
    rate: createByteRate(rates.readMibPerSecond * mebibyte, clock),
    /** Memory of answers, from the moment they are loaded until clients have them. */
    held: createFairQueue({
      atOnce: Number.POSITIVE_INFINITY,
      eachMax: rates.readMibHeld * mebibyte,
      waitingMax: Number.POSITIVE_INFINITY,
      full: overloaded,
    }),
    /** Searches that go on after a call: one of a tenant at a time, or of many none would end in time. */
    searches: createFairQueue({
      atOnce: Number.POSITIVE_INFINITY,
      eachMax: 1,
      waitingMax: Number.POSITIVE_INFINITY,
      full: searchedTooLong,
    }),
    readers: createReaders(rates.readBytesPerSecondMin),
  };
}

function searchedTooLong(): Error {
  const detail = "The tenant has too many bookings to search them all in time";
  return refuse("OVERLOADED", { retryAfterSeconds: searchMsMax / 1_000, detail });
}

const forEver = Number.POSITIVE_INFINITY;

/** Bytes that a tenant pays for an answer: for each piece but the first before it is loaded. */
function createBill(rate: Reads["rate"], { tenantId, weight, hasPaid, heldBytes }: Reader) {
  const prepaidBytes = Math.ceil(Math.min(heldBytes, loadedPieceBytes) * weight);
  let paid = 0;
  const bill = {
    /** When the search that is under way must have found something, by `performance.now()`. */
    until: forEver,
    /** Refuses the first piece where the tenant has no bytes left; a further one waits for them. */
    async begin(response: ServerResponse, hasBegun: boolean): Promise<void> {
      if (!hasBegun && !hasPaid) rate.expect(tenantId);
      else if (hasBegun && paid === 0)
        paid = await rate.prepay(response, tenantId, prepaidBytes, bill.until);
    },
    /** How long a piece may wait for room. Undefined: as long as it takes. */
    waitMsMax(hasBegun: boolean): number | undefined {
      if (!hasBegun) return readWaitMsMax;
      return bill.until === forEver ? undefined : Math.max(0, bill.until - performance.now());
    },
    /** Gives back what was paid too much. */
    spend(bytes: number): void {
      const owed = Math.ceil(bytes * weight) - paid;
      paid = 0;
      if (owed !== 0) rate.spend(tenantId, owed);
    },
  };
  return bill;
}

/** Begins an answer. It pays before it loads a piece, and gets back what it did not use. */
export function beginReading(reads: Reads, response: ServerResponse, reader: Reader) {
  const { rate, held, searches, readers } = reads;
  const { tenantId: by, heldBytes: weight, takePlace } = reader;
  const bill = createBill(rate, reader);
  let hasBegun = false;
  let place: Place | undefined;
  const made = (bytes: number): void => {
    bill.spend(bytes);
    place?.weigh(bytes);
  };

  return {
    /**
     * Loads a piece when its turn has come, and keeps a place for just so long. Null: the client has gone, and nothing was
     * loaded. The first is refused where the tenant has no bytes left, or there is no room. A piece that fails to load takes
     * no memory.
     */
    async load<Piece>(work: () => Promise<Piece>): Promise<Piece | null> {
      // A piece that found nothing to send gives back what it had paid: its work is charged apart.
      made(0);
      await bill.begin(response, hasBegun);
      place = await held.enter({ group: "reads", by, weight, waitMsMax: bill.waitMsMax(hasBegun) });
      if (response.destroyed) return null;
      // Others of the tenant have used its bytes up while this one waited for room.
      await bill.begin(response, hasBegun);
      const done = takePlace(hasBegun);
      hasBegun = true;
      return Promise.try(work).catch(freeing(made)).finally(done);
    },
    /** Loads on until something is found, in the tenant's turn. Null: the client has gone. OVERLOADED after `searchMsMax`. */
    search<Found>(work: () => Promise<Found>): Promise<Found | null> {
      made(0);
      bill.until = performance.now() + searchMsMax;
      return inTurn(searches, response, by, work).finally(() => (bill.until = forEver));
    },
    /**
     * Writes what was loaded as fast as the client takes it. False: it has gone, or was too slow.
     * @param bytesMade of a compressed piece: before it was compressed. They are what it has cost.
     */
    async send(piece: string | Buffer, bytesMade = Buffer.byteLength(piece)): Promise<boolean> {
      made(bytesMade);
      return readers.write(response, piece).finally(() => place?.weigh(0));
    },
    /** Says that the answer was written whole, so many bytes. */
    sent(bytes: number): void {
      made(bytes);
      // Held until the client has it, whatever else happens here.
      const handed = place;
      place = undefined;
      readers.watch(response, () => handed?.weigh(0));
    },
    /** Counts work for the answer that its bytes do not show. */
    charge: (bytes: number) => void rate.spend(by, Math.ceil(bytes)),
    /** Nothing more is loaded. */
    end: () => made(0),
  };
}

/** A client that goes before its turn does not wait for it: its request is over. */
async function inTurn<Found>(
  searches: FairQueue,
  response: ServerResponse,
  by: string,
  work: () => Promise<Found>,
): Promise<Found | null> {
  const { promise: gone, resolve: go } = Promise.withResolvers<null>();
  const leave = (): void => go(null);
  response.once("close", leave);
  const turn = { group: "searches", by, waitMsMax: searchMsMax };
  const found = searches.run(turn, () => {
    // A search that has begun ends by itself, and frees what it holds.
    response.off("close", leave);
    return response.destroyed ? Promise.resolve(null) : work();
  });
  return Promise.race([found, gone]).finally(() => response.off("close", leave));
}

/** One answer, in one piece or in many. At most one of them is in memory. */
export type Reading = ReturnType<typeof beginReading>;

/** A piece that failed to load takes no memory. */
function freeing(made: (bytes: number) => void): (error: unknown) => never {
  return (error) => {
    made(0);
    throw error;
  };
}

/** How often an answer that has begun looks whether its tenant has bytes again. */
const pollMs = 50;

/** Bounds the bytes of answers that each tenant gets per second. @param perSecond 0: nothing is limited. */
export function createByteRate(perSecond: number, clock?: () => number) {
  const allowance = createSharedAllowance({ perSecond, burst: perSecond }, clock);
  return {
    /** Refuses with RATE_LIMITED where the tenant has no bytes left: how long an answer is nobody knows yet. */
    expect(tenantId: string) {
      const { waitSeconds } = allowance.look(tenantId);
      if (waitSeconds > 0) throw tooMuch(waitSeconds);
    },
    /**
     * Waits until the tenant has half of its bytes again, and pays for a later piece of an answer before it is
     * loaded. Waiting pieces continue one by one, and leave enough for the tenant's other answers to
     * begin. Resolves with what it has paid. Refuses after the end of a search.
     */
    async prepay(response: ServerResponse, tenantId: string, bytes: number, until: number) {
      const hasEnough = (): boolean => allowance.look(tenantId).remaining >= perSecond / 2;
      for (; !response.destroyed; await pause(pollMs)) {
        if (performance.now() > until) throw searchedTooLong();
        if (hasEnough()) break;
      }
      allowance.spend(tenantId, bytes);
      return bytes;
    },
    /** Less than nothing gives back. */
    spend: allowance.spend,
    allowance,
  };
}

function tooMuch(retryAfterSeconds: number): Error {
  const detail = "The answers to this tenant and its work are too large to come so fast";
  return refuse("RATE_LIMITED", { retryAfterSeconds, detail });
}

/** Writes to clients while they read. One that reads too slowly is cut off: its answer takes memory meanwhile. */
function createReaders(bytesPerSecondMin: number) {
  const pieceMs = (writtenPieceBytes / bytesPerSecondMin) * 1_000;
  return {
    /** Writes piece by piece, each when the last was taken. False: the client has gone, or was cut off. */
    async write(response: ServerResponse, piece: string | Buffer) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      for (let at = 0; at < bytes.length; at += writtenPieceBytes) {
        if (response.destroyed) return false;
        if (!response.write(bytes.subarray(at, at + writtenPieceBytes)))
          await untilTaken(response, "drain", pieceMs);
      }
      return !response.destroyed;
    },
    /** Calls back when an answer that was written whole has been sent or its client has gone. */
    watch(response: ServerResponse, whenOver: () => void) {
      // Nearly always the system has taken it at once.
      if (response.destroyed || response.writableLength === 0) whenOver();
      else void untilTaken(response, "finish", pieceMs).then(whenOver);
    },
  };
}

/** Resolves when the client has taken it or has gone; one that takes too long is cut off. */
function untilTaken(
  response: ServerResponse,
  event: "drain" | "finish",
  msMax: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => response.destroy(), msMax).unref();
  const end = (): void => {
    clearTimeout(timer);
    response.off(event, end).off("close", end);
    resolve();
  };
  response.once(event, end).once("close", end);
  return promise;
}
