/**
 * The gateway and all services that the test files of a run share, each with tenants of its own. They run in a process
 * of their own, so that no file's stopped clock, settings or listeners reach them.
 */
import type { Request, Via } from "@slipway/broker";
import { makeTenant, requestOf } from "./testing-request.ts";

/** Settings of services: long enough for what a test does at once, short enough to wait for. */
export const shortTimes = {
  HOLD_SWEEP_SECONDS: "0.5",
  SYNC_GATHER_SECONDS: "0.5",
  WEBHOOK_SCHEDULE_SECONDS: "0,0.2,0.2",
};

/** Operations that `gateway/test/platform-process.ts` serves beside its gateway. */
export interface SharedPlatform {
  /** The gateway's. */
  readonly url: string;
  /** A request of an API key of this tenant. */
  as(tenantId: string): Request;
  /** A tenant that can own catalog records, EUR unless said otherwise. */
  aTenant(currency?: string): Promise<string>;
  /** Resolves when everything committed so far is delivered to its consumers, also what other files have committed. */
  settle(): Promise<void>;
  /** The last line of the gateway's log that has an error. */
  lastFault(): Promise<unknown>;
}

/** The platform of this run; the first file that asks for it has it started. It ends with the run. */
export async function sharedPlatform(): Promise<SharedPlatform> {
  const { SLIPWAY_TEST_PLATFORM: address } = process.env;
  if (address === undefined) throw new Error("This test needs a platform: run it with `npm test`.");
  const { url, control } = await answerOf<{ url: string; control: string }>(address);
  const via: Via = {
    call: (action, input, options) =>
      answerOf<never>(`${control}/call`, { action, input, options }),
  };
  return {
    url,
    as: (tenantId) => requestOf(via, tenantId),
    aTenant: (currency) => makeTenant(via, currency),
    settle: () => answerOf(`${control}/settle`, {}),
    lastFault: () => answerOf(`${control}/last-fault`, {}),
  };
}

/** Throws what was thrown there: a class of ours does not survive the way, as it does not survive the bus. */
async function answerOf<Answer>(url: string, body?: object): Promise<Answer> {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, sent);
  const { answer, error } = (await response.json()) as { answer: Answer; error?: object };
  if (error) throw Object.assign(new Error(), error);
  return answer;
}
