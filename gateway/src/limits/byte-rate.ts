import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@slipway/broker";
import { type SharedAllowance, createSharedAllowance } from "./allowance.ts";

/** Bytes of answers that each tenant gets per second. */
export interface ByteRate {
  /**
   * Refuses with RATE_LIMITED where the tenant has no bytes left: how long an answer is nobody knows yet. Else spends
   * what the work costs beside the answer.
   */
  expect(tenantId: string, costBytes?: number): void;
  /**
   * Waits until the tenant has half of its bytes again, and pays for a later piece of an answer before it is
   * loaded. Waiting pieces continue one by one, and leave enough for the tenant's other answers to
   * begin. Resolves with what it has paid.
   */
  prepay(response: ServerResponse, tenantId: string, bytes: number): Promise<number>;
  /** Less than nothing gives back. */
  readonly spend: (tenantId: string, bytes: number) => unknown;
  /** Undefined where nothing is limited. */
  readonly allowance: SharedAllowance | undefined;
}

/** How often an answer that has begun looks whether its tenant has bytes again. */
const pollMs = 50;

/** @param perSecond 0: nothing is limited. */
export function createByteRate(perSecond: number, clock?: () => number): ByteRate {
  if (perSecond === 0)
    return { expect: () => {}, prepay: async () => 0, spend: () => {}, allowance: undefined };
  const allowance = createSharedAllowance({ perSecond, burst: perSecond }, clock);
  return {
    expect(tenantId, costBytes = 0) {
      const { waitSeconds } = allowance.look(tenantId);
      if (waitSeconds > 0) throw tooMuch(waitSeconds);
      if (costBytes > 0) allowance.spend(tenantId, costBytes);
    },
    async prepay(response, tenantId, bytes) {
      const hasEnough = (): boolean => allowance.look(tenantId).remaining >= perSecond / 2;
      while (!hasEnough() && !response.destroyed) await pause(pollMs);
      allowance.spend(tenantId, bytes);
      return bytes;
    },
    spend: allowance.spend,
    allowance,
  };
}

function tooMuch(retryAfterSeconds: number): Error {
  const detail = "The answers to this tenant are too large to come so fast";
  return refuse("RATE_LIMITED", { retryAfterSeconds, detail });
}
