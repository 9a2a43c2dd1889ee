import type { ServerResponse } from "node:http";
import { loadedPieceBytes, mebibyte, readWaitMsMax } from "../constants.ts";
import { type ByteRate, createByteRate } from "./byte-rate.ts";
import { type HeldBytes, type Hold, createHeldBytes } from "./held-bytes.ts";
import type { Limits } from "../limit-table.ts";
import { overloaded } from "./overload.ts";
import { type Readers, createReaders } from "./readers.ts";

/** Limits of the answers to one tenant: memory, bytes a second, and the time a slow reader may take. */
export interface Reads {
  readonly rate: ByteRate;
  readonly held: HeldBytes;
  readonly readers: Readers;
}

export interface Reader {
  readonly tenantId: string;
  /** Cost of a byte of this answer, where a byte of a JSON answer costs 1. */
  readonly weight: number;
  /** Cost of the work beside the bytes of the answer, in bytes of an answer. */
  readonly costBytes?: number | undefined;
  /** Memory that a piece takes while it is loaded. */
  readonly bytesExpected: number;
  /** A place for work: refused where there is none, unless the answer has begun. */
  readonly takePlace: (hasBegun: boolean) => () => void;
}

/** One answer, in one piece or in many. At most one of them is in memory. */
export interface Reading {
  /**
   * Loads a piece when its turn has come, and keeps a place for just so long. Null: the client has gone,
   * and nothing was loaded. The first is refused where the tenant has no bytes left, or there is no room.
   */
  load<Piece>(work: () => Promise<Piece>): Promise<Piece | null>;
  /**
   * Writes what was loaded as fast as the client takes it. False: it has gone, or was too slow.
   * @param bytesMade of a compressed piece: before it was compressed. They are what it has cost.
   */
  send(piece: string | Buffer, bytesMade?: number): Promise<boolean>;
  /** Says that the answer was written whole, so many bytes. */
  sent(bytes: number): void;
  /** Counts work for the answer that its bytes do not show. */
  charge(bytes: number): void;
  /** Bytes of the largest piece so far. */
  largest(): number;
  /** Nothing more is loaded. */
  readonly end: () => void;
}

export type ReadRates = Pick<Limits, "readMibHeld" | "readMibPerSecond" | "readBytesPerSecondMin">;

export function createReads(rates: ReadRates, clock?: () => number): Reads {
  return {
    rate: createByteRate(rates.readMibPerSecond * mebibyte, clock),
    held: createHeldBytes(rates.readMibHeld * mebibyte),
    readers: createReaders(rates.readBytesPerSecondMin),
  };
}

/** Bytes that a tenant pays for one answer, each piece of it before it is loaded, and the memory that its pieces take. */
function createAccount(rate: ByteRate, { tenantId, weight }: Pick<Reader, "tenantId" | "weight">) {
  let paid = 0;
  let largest = 0;
  let hold: Hold | undefined;
  return {
    async prepay(response: ServerResponse, bytes: number): Promise<void> {
      if (paid === 0) paid = await rate.prepay(response, tenantId, Math.ceil(bytes * weight));
    },
    keep: (taken: Hold | undefined) => void (hold = taken),
    free: () => hold?.(0),
    spend(bytes: number): void {
      rate.spend(tenantId, Math.ceil(bytes * weight) - paid);
      paid = 0;
      largest = Math.max(largest, bytes);
      hold?.(bytes);
    },
    charge: (bytes: number) => void rate.spend(tenantId, Math.ceil(bytes)),
    largest: () => largest,
    handOver(): Hold | undefined {
      const handed = hold;
      hold = undefined;
      return handed;
    },
    end(): void {
      if (paid > 0) rate.spend(tenantId, -paid);
      paid = 0;
      hold?.(0);
    },
  };
}

/** Begins an answer. It pays before it loads a piece, and gets back what it did not use. */
export function beginReading(
  { rate, held, readers }: Reads,
  response: ServerResponse,
  reader: Reader,
): Reading {
  const { tenantId, costBytes, bytesExpected, takePlace } = reader;
  const account = createAccount(rate, reader);
  let hasBegun = false;

  return {
    async load<Piece>(work: () => Promise<Piece>): Promise<Piece | null> {
      account.free();
      if (!hasBegun) rate.expect(tenantId, costBytes);
      else await account.prepay(response, Math.min(bytesExpected, loadedPieceBytes));
      const hold = await held.take(tenantId, bytesExpected, hasBegun ? undefined : readWaitMsMax);
      account.keep(hold);
      if (!hold) throw overloaded();
      if (response.destroyed) return null;
      const leave = takePlace(hasBegun);
      hasBegun = true;
      return Promise.try(work).finally(leave);
    },
    async send(piece: string | Buffer, bytesMade?: number): Promise<boolean> {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      account.spend(bytesMade ?? bytes.length);
      const isTaken = await readers.write(response, bytes);
      account.free();
      return isTaken;
    },
    sent(bytes: number): void {
      account.spend(bytes);
      // Held until the client has it, whatever else happens here.
      const handed = account.handOver();
      if (!readers.watch(response, () => handed?.(0))) handed?.(0);
    },
    charge: account.charge,
    largest: account.largest,
    end: () => account.end(),
  };
}
