/** A tenant that behaves: it looks, lists, books, shows photos, logs in and hears of its bookings, at a steady pace. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { commanded } from "@slipway/dev/server-process";
import { Pool } from "undici";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { connect } from "../../examples/connect.ts";
import { beginArrivals } from "../drills/arrivals.ts";
import { receiveWebhooks } from "../webhook-receiver.ts";
import { type Departure, makeDeparture, saleOf } from "./records.ts";

/** The actions of the tenant. "heard": a webhook came, so long after its booking. */
export type Kind = Asked | "heard";
type Asked = "look" | "list" | "book" | "show photo" | "upload photo" | "log in";

export interface Seen {
  readonly kind: Kind;
  readonly status: number;
  readonly tookMs: number;
}

export interface NormalTenant {
  readonly email: string;
  /** Sends so many requests a second for a while; resolves when the last is answered. */
  behave(perSecond: number, ms: number): Promise<Seen[]>;
  stop(): Promise<void>;
}

interface TenantOptions {
  readonly url: string;
  readonly key: string;
  readonly directory: string;
  /** Places of its departure. */
  readonly seats: number;
}

interface Prepared extends TenantOptions {
  readonly departure: Departure;
  readonly photoPath: string;
  readonly user: { readonly email: string; readonly password: string };
  /** The device token of the browser that the user has logged in with before. */
  readonly device: string;
}

const photoBytes = 1_200_000;
const thePhoto = { contentType: "image/png" as const, data: aPngOf(photoBytes).toString("base64") };

export async function startNormalTenant(options: TenantOptions): Promise<NormalTenant> {
  const { url, key } = options;
  const api = connect(url, key);
  const departure = await makeDeparture(options, options.seats);
  const photos = `/products/${departure.productId}/photos`;
  const { id } = await api.products.createPhoto(departure.productId, thePhoto);
  const user = await makeUser(options);
  const prepared: Prepared = {
    ...options,
    departure,
    photoPath: `/api/v1${photos}/${id}/content`,
    user,
    device: await deviceOf(url, user),
  };
  let heard: Seen[] = [];
  const receiver = await receiveWebhooks(
    api,
    (tookMs) => void heard.push({ kind: "heard", status: 200, tookMs }),
  );
  return {
    email: user.email,
    async behave(perSecond, ms) {
      heard = [];
      const seen = await behave(prepared, perSecond, ms);
      const sold = seen.filter(({ kind, status }) => kind === "book" && status === 201).length;
      return [...seen, ...(await allHeard(sold, () => heard))];
    },
    stop: () => receiver.close(),
  };
}

const password = "a password of the normal tenant";

async function makeUser({ directory, key, url }: TenantOptions): Promise<Prepared["user"]> {
  const { tenant } = await connect(url, key).me.get();
  const email = `owner-${randomBytes(4).toString("hex")}@example.com`;
  const words = ["user", "create", "--tenant", tenant.id, "--email", email];
  await commanded(directory, words, password);
  return { email, password };
}

async function deviceOf(url: string, user: Prepared["user"]): Promise<string> {
  const response = await fetch(`${url}/api/v1/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  await response.arrayBuffer();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const device = cookies.find((cookie) => cookie.includes("device"));
  if (!device) throw new Error(`a log-in was answered ${response.status} without a device cookie`);
  return device;
}

/** Waits for the webhooks of all sales; one that is missing after a while counts as refused. */
async function allHeard(sold: number, heard: () => readonly Seen[]): Promise<readonly Seen[]> {
  const until = performance.now() + 10_000;
  while (heard().length < sold && performance.now() < until) await pause(50);
  const missing = Math.max(0, sold - heard().length);
  const late: Seen = { kind: "heard", status: 0, tookMs: 10_000 };
  return [...heard(), ...Array.from({ length: missing }, () => late)];
}

/** Sends so many requests a second; beside them it shows a photo, uploads one and logs in each second. */
async function behave(prepared: Prepared, perSecond: number, ms: number): Promise<Seen[]> {
  const pool = new Pool(prepared.url, { connections: 16, pipelining: 1 });
  const uploads = new Pool(prepared.url, { connections: 4, pipelining: 1 });
  const seen: Seen[] = [];
  const note = async (kind: Asked): Promise<void> =>
    void seen.push(await send(kind === "upload photo" ? uploads : pool, prepared, kind));
  const arrivals = beginArrivals(perSecond, (turn) => {
    const rare = rarely[turn % perSecond];
    return Promise.all([note(mixed[turn % 4] ?? "look"), rare && note(rare)]);
  });
  try {
    await pause(ms);
    await arrivals.end();
    return seen;
  } finally {
    await Promise.all([pool.close(), uploads.close()]);
  }
}

const mixed: readonly Asked[] = ["look", "list", "look", "book"];
/** At which of a second's requests. */
const rarely: Readonly<Record<number, Asked>> = { 1: "show photo", 5: "upload photo", 9: "log in" };

async function send(pool: Pool, prepared: Prepared, kind: Asked): Promise<Seen> {
  const { path, body, cookie } = requestOf(prepared, kind);
  const sentAt = performance.now();
  const request = {
    method: body ? "POST" : "GET",
    path,
    headers: {
      ...(cookie ? { cookie } : { authorization: `Bearer ${prepared.key}` }),
      "content-type": "application/json",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  } as const;
  // A connection that the server resets is a request that it refused. Nothing else awaits this promise until all are sent.
  const status = await statusOf(pool, request).catch(() => 0);
  return { kind, status, tookMs: performance.now() - sentAt };
}

async function statusOf(pool: Pool, request: Parameters<Pool["request"]>[0]): Promise<number> {
  const answer = await pool.request(request);
  await answer.body.dump();
  return answer.statusCode;
}

interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly cookie?: string;
}

function requestOf(prepared: Prepared, kind: Asked): Sent {
  const { departure, photoPath, user, device } = prepared;
  const { productId, optionId, startAt } = departure;
  switch (kind) {
    case "list":
      return { path: "/api/v1/bookings?limit=10" };
    case "book":
      return { path: "/api/v1/bookings", body: saleOf(departure) };
    case "show photo":
      return { path: photoPath };
    case "upload photo":
      return { path: `/api/v1/products/${productId}/photos`, body: thePhoto };
    case "log in":
      return { path: "/api/v1/sessions", body: user, cookie: device };
    case "look":
      return { path: lookAt(optionId, startAt) };
  }
}

/** A week of the option. */
function lookAt(optionId: string, startAt: string): string {
  const to = new Date(Date.parse(startAt) + 7 * 86_400_000).toISOString().slice(0, 10);
  const from = startAt.slice(0, 10);
  return `/api/v1/availability?optionId=${optionId}&from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
}
