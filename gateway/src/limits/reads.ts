import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@slipway/broker";
import { type Allowance, createAllowance } from "./allowance.ts";
import { type Hold, createHeldBytes } from "./held-bytes.ts";
import type { Limits } from "./limits.ts";
import { overloaded } from "./overload.ts";
import { createReaders } from "./readers.ts";

/** What answers to one tenant may take of the gateway: memory, bytes a second, and patience. */
export interface Reads {
  begin(response: ServerResponse, reader: Reader): Reading;
  /** Bytes of answers by tenant, for the other gateways; undefined where they are not limited. */
  readonly allowance: Allowance | undefined;
}

export interface Reader {
  readonly tenantId: string;
  /** What a byte of this answer costs beside a byte of others. */
  readonly weight: number;
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
  /** Writes what was loaded as fast as the client takes it. False: it has gone, or was too slow. */
  send(text: string | Buffer): Promise<boolean>;
  /** Says that the answer was written whole, so many bytes. */
  sent(bytes: number): void;
  /** Nothing more is loaded. */
  end(): void;
}

const mib = 1024 * 1024;
/** How long the first piece waits for others of the tenant to be read. */
const waitMsMax = 5_000;
const pauseMsMax = 1_000;

export type ReadRates = Pick<Limits, "readMibHeld" | "readMibPerSecond" | "readBytesPerSecondMin">;

export function createReads(rates: ReadRates): Reads {
  const held = createHeldBytes(rates.readMibHeld * mib);
  const readers = createReaders(rates.readBytesPerSecondMin);
  const perSecond = rates.readMibPerSecond * mib;
  const allowance =
    perSecond > 0 ? createAllowance({ perSecond, burst: 4 * perSecond }) : undefined;

  /** Later pieces wait for bytes, where the first is refused. */
  async function expectBytes(tenantId: string, hasBegun: boolean): Promise<void> {
    for (;;) {
      const { waitSeconds = 0 } = allowance?.look(tenantId) ?? {};
      if (waitSeconds === 0) return;
      if (!hasBegun) throw tooMuch(waitSeconds);
      await pause(Math.min(pauseMsMax, waitSeconds * 100));
    }
  }

  return {
    allowance,
    begin(response, { tenantId, weight, bytesExpected, takePlace }) {
      let hasBegun = false;
      let hold: Hold = () => {};
      const spend = (bytes: number): void => {
        allowance?.spend(tenantId, Math.ceil(bytes * weight));
        hold(bytes);
      };
      const room = (): Promise<Hold | undefined> =>
        held.take(tenantId, bytesExpected, hasBegun ? undefined : waitMsMax);
      return {
        async load(work) {
          hold(0);
          await expectBytes(tenantId, hasBegun);
          const taken = await room();
          if (!taken) throw overloaded();
          hold = taken;
          if (response.destroyed) return null;
          const leave = takePlace(hasBegun);
          hasBegun = true;
          try {
            return await work();
          } finally {
            leave();
          }
        },
        async send(text) {
          const bytes = typeof text === "string" ? Buffer.from(text) : text;
          spend(bytes.length);
          const isTaken = await readers.write(response, bytes);
          hold(0);
          return isTaken;
        },
        sent(bytes) {
          spend(bytes);
          const release = hold;
          hold = () => {};
          if (!readers.watch(response, () => release(0))) release(0);
        },
        end: () => hold(0),
      };
    },
  };
}

function tooMuch(retryAfterSeconds: number): Error {
  const detail = "The answers to this tenant are too large to come so fast";
  return refuse("RATE_LIMITED", { retryAfterSeconds, detail });
}
