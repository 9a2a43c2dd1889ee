/** A tenant that behaves: it looks, lists, books, shows photos, logs in and hears of its bookings, at a steady pace. */
import { setTimeout as pause } from "node:timers/promises";
import { makeUser } from "@slipway/dev/server-process";
import { Pool } from "undici";
import { aPngOf } from "@slipway/dev/testing-pictures";
import { connect } from "../../examples/connect.ts";
import { beginArrivals } from "../drills/arrivals.ts";
import { receiveWebhooks } from "../webhook-receiver.ts";
import { type Departure, makeDeparture, saleOf } from "./records.ts";

type Asked = "look" | "list" | "book" | "show photo" | "upload photo" | "log in";
/** The actions of the tenant. "heard": a webhook came, so long after its booking. */
export type Kind = Asked | "heard";

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
  readonly user: Awaited<ReturnType<typeof makeUser>>;
  /** The device token of the browser that the user has logged in with before. */
  readonly device: string;
}

const heardMsMax = 10_000;
const thePhoto = {
  contentType: "image/png" as const,
  data: aPngOf(1_200_000).toString("base64"),
};

export async function startNormalTenant(options: TenantOptions): Promise<NormalTenant> {
  const { url, key, directory } = options;
  const api = connect(url, key);
  const departure = await makeDeparture(options, options.seats);
  const { productId } = departure;
  const { id } = await api.products.createPhoto(productId, thePhoto);
  const photoPath = `/api/v1/products/${productId}/photos/${id}/content`;
  const user = await makeUser(directory, (await api.me.get()).tenant.id);
  const device = await deviceOf(url, user);
  const prepared: Prepared = { ...options, departure, photoPath, user, device };
  const receiver = await receiveWebhooks(api);
  return {
    email: user.email,
    async behave(perSecond, ms) {
      receiver.tookMs.length = 0;
      const seen = await behave(prepared, perSecond, ms);
      const sold = seen.filter(({ kind, status }) => kind === "book" && status === 201).length;
      await receiver.until(() => receiver.tookMs.length >= sold, heardMsMax);
      // One that is missing after a while counts as refused.
      for (const tookMs of receiver.tookMs) seen.push({ kind: "heard", status: 200, tookMs });
      for (let missing = sold - receiver.tookMs.length; missing > 0; missing--)
        seen.push({ kind: "heard", status: 0, tookMs: heardMsMax });
      return seen;
    },
    stop: () => receiver.close(),
  };
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

const mixed: readonly Asked[] = ["look", "list", "look", "book"];
/** Once a second, by when in it: so at every rate. */
const rarely: readonly (readonly [share: number, kind: Asked])[] = [
  [0.1, "show photo"],
  [0.4, "upload photo"],
  [0.7, "log in"],
];

/** Sends so many requests a second, and beside them those that come rarely. */
async function behave(prepared: Prepared, perSecond: number, ms: number): Promise<Seen[]> {
  const pool = new Pool(prepared.url, { connections: 16, pipelining: 1 });
  const uploads = new Pool(prepared.url, { connections: 4, pipelining: 1 });
  const seen: Seen[] = [];
  const note = async (kind: Asked): Promise<void> =>
    void seen.push(await send(kind === "upload photo" ? uploads : pool, prepared, kind));
  const arrivals = beginArrivals(perSecond, (turn) => {
    const due = rarely.filter(([share]) => turn % perSecond === Math.floor(share * perSecond));
    return Promise.all([mixed[turn % 4] ?? "look", ...due.map(([, kind]) => kind)].map(note));
  });
  try {
    await pause(ms);
    await arrivals.end();
    return seen;
  } finally {
    await Promise.all([pool.close(), uploads.close()]);
  }
}

async function send(pool: Pool, prepared: Prepared, kind: Asked): Promise<Seen> {
  const { path, body, cookie } = requestOf[kind](prepared);
  const credential = cookie ? { cookie } : { authorization: `Bearer ${prepared.key}` };
  const headers = { ...credential, "content-type": "application/json" };
  const request = body
    ? ({ method: "POST", path, headers, body: JSON.stringify(body) } as const)
    : ({ method: "GET", path, headers } as const);
  const sentAt = performance.now();
  const seen = (status: number): Seen => ({ kind, status, tookMs: performance.now() - sentAt });
  try {
    const answer = await pool.request(request);
    await answer.body.dump();
    return seen(answer.statusCode);
  } catch {
    // A connection that the server resets is a request that it refused. Nothing else awaits this promise until all are sent.
    return seen(0);
  }
}

interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly cookie?: string;
}

const requestOf: Readonly<Record<Asked, (prepared: Prepared) => Sent>> = {
  /** A week of the option. */
  look: ({ departure: { optionId, startAt } }) => {
    const [from, to] = [0, 7].map((days) =>
      new Date(Date.parse(startAt) + days * 86_400_000).toISOString().slice(0, 10),
    );
    const range = `from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
    return { path: `/api/v1/availability?optionId=${optionId}&${range}` };
  },
  list: () => ({ path: "/api/v1/bookings?limit=10" }),
  book: ({ departure }) => ({ path: "/api/v1/bookings", body: saleOf(departure) }),
  "show photo": ({ photoPath }) => ({ path: photoPath }),
  "upload photo": ({ departure: { productId } }) => ({
    path: `/api/v1/products/${productId}/photos`,
    body: thePhoto,
  }),
  "log in": ({ user, device }) => ({ path: "/api/v1/sessions", body: user, cookie: device }),
};
