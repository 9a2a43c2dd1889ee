import type { ServerResponse } from "node:http";
import { loadedPieceBytes, mebibyte, readWaitMsMax } from "../constants.ts";
import type { Allowance } from "./allowance.ts";
import { type ByteRate, createByteRate } from "./byte-rate.ts";
import { type HeldBytes, type Hold, createHeldBytes } from "./held-bytes.ts";
import type { Limits } from "../limit-table.ts";
import { overloaded } from "./overload.ts";
import { type Readers, createReaders } from "./readers.ts";

/** Limits of the answers to one tenant: memory, bytes a second, and the time a slow reader may take. */
export interface Reads {
  begin(response: ServerResponse, reader: Reader): Reading;
  /** Bytes of answers by tenant, for the other gateways; undefined where they are not limited. */
  readonly allowance: Allowance | undefined;
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
  end(): void;
}

export type ReadRates = Pick<Limits, "readMibHeld" | "readMibPerSecond" | "readBytesPerSecondMin">;

export function createReads(rates: ReadRates, clock?: () => number): Reads {
  const shared = {
    rate: createByteRate(rates.readMibPerSecond * mebibyte, clock),
    held: createHeldBytes(rates.readMibHeld * mebibyte),
    readers: createReaders(rates.readBytesPerSecondMin),
  };
  return {
    allowance: shared.rate.allowance,
    begin: (response, reader) => beginReading(shared, response, reader),
  };
}

interface Shared {
  readonly rate: ByteRate;
  readonly held: HeldBytes;
  readonly readers: Readers;
}

function beginReading({ rate, held, readers }: Shared, response: ServerResponse, reader: Reader) {
  const account = openAccount(rate, reader);
  const memory = openMemory(held, reader);
  let hasBegun = false;
  const spend = (bytes: number): void => {
    account.spend(bytes);
    memory.hold(bytes);
  };

  return {
    async load<Piece>(work: () => Promise<Piece>): Promise<Piece | null> {
      memory.hold(0);
      if (!hasBegun) rate.expect(reader.tenantId, reader.costBytes);
      else await account.prepay(response);
      await memory.take(hasBegun ? undefined : readWaitMsMax);
      if (response.destroyed) return null;
      const leave = reader.takePlace(hasBegun);
      hasBegun = true;
      return Promise.try(work).finally(leave);
    },
    async send(piece: string | Buffer, bytesMade?: number): Promise<boolean> {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      spend(bytesMade ?? bytes.length);
      const isTaken = await readers.write(response, bytes);
      memory.hold(0);
      return isTaken;
    },
    sent(bytes: number): void {
      spend(bytes);
      const release = memory.handOver();
      if (!readers.watch(response, release)) release();
    },
    charge: (bytes: number) => rate.spend(reader.tenantId, Math.ceil(bytes)),
    largest: () => memory.largest(),
    end(): void {
      account.close();
      memory.hold(0);
    },
  };
}

/** The memory that a piece of one answer takes. */
function openMemory(held: HeldBytes, { tenantId, bytesExpected }: Reader) {
  let hold: Hold = () => {};
  let largest = 0;
  return {
    /** Refuses where there is none within this time; undefined: it waits. */
    async take(waitMsMax: number | undefined): Promise<void> {
      const taken = await held.take(tenantId, bytesExpected, waitMsMax);
      if (!taken) throw overloaded();
      hold = taken;
    },
    hold(bytes: number): void {
      largest = Math.max(largest, bytes);
      hold(bytes);
    },
    largest: () => largest,
    /** It is held until the returned function is called, whatever else happens here. */
    handOver(): () => void {
      const handed = hold;
      hold = () => {};
      return () => handed(0);
    },
  };
}

/** Account of one answer: it pays before loading, and gets back what it did not use. */
function openAccount(rate: ByteRate, { tenantId, weight, bytesExpected }: Reader) {
  const pieceBytes = Math.ceil(Math.min(bytesExpected, loadedPieceBytes) * weight);
  let paid = 0;
  return {
    async prepay(response: ServerResponse): Promise<void> {
      if (paid === 0) paid = await rate.prepay(response, tenantId, pieceBytes);
    },
    spend(bytes: number): void {
      rate.spend(tenantId, Math.ceil(bytes * weight) - paid);
      paid = 0;
    },
    close(): void {
      if (paid > 0) rate.spend(tenantId, -paid);
      paid = 0;
    },
  };
}
