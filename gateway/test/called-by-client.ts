/** Calls operations by the typed client (packages/client), and checks each answer against openapi.json. */
import assert from "node:assert";
import { createClient } from "@slipway/client";
import { operations } from "@slipway/client/operations";
import { testPatience } from "@slipway/dev/testing-request";
import type { Sent } from "@slipway/dev/example-step";
import { answerCheckOf } from "./answer-check.ts";

export interface CalledByClient {
  readonly status: number;
  readonly body: unknown;
}

interface Answered {
  readonly data: unknown;
  readonly response: Response;
}
type Method = (...given: readonly unknown[]) => { withResponse(): Promise<Answered> };

/** The client's methods by what they send: `POST /bookings` is `bookings.create`. */
const names = new Map(
  Object.entries(operations).flatMap(([group, own]) =>
    Object.entries(own).map(([name, { method = "GET", path }]) => [
      `${method} ${path}`,
      [group, name],
    ]),
  ),
);

/** Methods and paths of all operations that the client has. */
export const clientHeads: readonly string[] = [...names.keys()];

export function createCaller(
  url: string,
): (head: string, sent: Sent, key: string) => Promise<CalledByClient> {
  const check = answerCheckOf();
  return async (head, { path = {}, query, body }, key) => {
    const slipway = createClient({ baseUrl: url, apiKey: key, ...testPatience });
    const [group = "", name = ""] = names.get(head) ?? [];
    const method = (slipway as unknown as Record<string, Record<string, Method>>)[group]?.[name];
    assert(method, `the client has no ${head}`);
    const values = [...head.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => path[field]);
    const { data, response } = await method(...values, query ?? body).withResponse();
    const [verb = "", at = ""] = head.split(" ");
    const answered = data instanceof Blob ? undefined : data;
    const { status } = response;
    const headers = [...response.headers.keys()];
    assert.deepEqual(check({ method: verb, path: at, status, body: answered, headers }), []);
    return { status, body: data };
  };
}
