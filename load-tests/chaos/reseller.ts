/** A reseller that sells over OCTO while processes are killed; what it was answered has to stay true. */
import { randomUUID } from "node:crypto";
import type { Slipway } from "@slipway/client";
import type { Operator } from "../../examples/venice/load-operator.ts";
import { type Ask, type Reply, askAt, isFailure, untilAnswered } from "./http.ts";

/** What it looks at of a booking. */
interface Sold {
  readonly uuid: string;
  readonly status: string;
  readonly productId: string;
  readonly optionId: string;
  readonly availabilityId: string;
  readonly unitItems: readonly { readonly uuid: string; readonly unitId: string }[];
}

export interface Reseller {
  /** Reserves, changes, confirms and cancels some bookings, one after the other. */
  sell(): Promise<void>;
  /** Fails unless every booking is as the last answer had it; answers how many there are. */
  check(): Promise<number>;
}

interface ResellerOptions {
  readonly api: Slipway;
  readonly urls: readonly string[];
  readonly operator: Operator;
  /** In [0, 1). */
  readonly random: () => number;
  readonly label: string;
}

const salesOfRound = 12;
/** Two products of one supplier: a booking moves from one to the other. */
const productNames = ["Lido Ferry", "Sunset Cruise"] as const;

export async function startReseller(options: ResellerOptions): Promise<Reseller> {
  const { operator, random } = options;
  const ask = await askWithKey(options);
  const places = await placesOf(ask, operator);
  const sold = new Map<string, Sold>();
  const step = stepsOf(ask, sold);

  async function sellOne(): Promise<void> {
    const [place, other] = random() < 0.5 ? places : places.toReversed();
    const held = await step("POST", "/bookings", { uuid: randomUUID(), ...drawn(place, random) });
    if (!held) return;
    const path = `/bookings/${held.uuid}`;
    if (random() < 0.5) await step("PATCH", path, drawn(other, random));
    const contact = { fullName: "Amara Okafor" };
    if (random() < 0.8) await step("POST", `${path}/confirm`, { contact });
    if (random() < 0.3) await step("PATCH", path, drawn(other, random));
    if (random() < 0.3) await step("POST", `${path}/cancel`, {});
  }

  return {
    async sell() {
      for (let sale = 0; sale < salesOfRound; sale++) await sellOne();
    },
    async check() {
      for (const booking of sold.values()) {
        const { body } = await read(ask, booking.uuid);
        expectSame(booking, body as unknown as Sold);
      }
      return sold.size;
    },
  };
}

/** With a channel key of its own. */
async function askWithKey({ api, urls, operator, label }: ResellerOptions): Promise<Ask> {
  const { supplierId } = operator;
  const channel = await api.channels.create({ code: label, name: "Lagoon Tickets" });
  const { key } = await api.channels.createKey(channel.id, { name: "Lagoon Tickets", supplierId });
  return askAt(urls, key, { base: "/octo" });
}

type Step = (method: string, path: string, body: object) => Promise<Sold | undefined>;

/** Repeats a step until it is answered: none of them does more the second time. Notes what was sold. */
function stepsOf(ask: Ask, sold: Map<string, Sold>): Step {
  function note({ body }: Reply): Sold {
    const booking = body as unknown as Sold;
    sold.set(booking.uuid, booking);
    return booking;
  }

  return async (method, path, body) => {
    const { reply, isUnclear } = await untilClear(() => ask(method, path, body));
    if (reply.status === 200) return note(reply);
    const error = String(reply.body["error"]);
    if (error !== "UNPROCESSABLE_ENTITY")
      throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    // A first attempt may have run beside the one that was refused: only a read shows it.
    const uuid = path.split("/")[2];
    if (isUnclear && uuid !== undefined) note(await read(ask, uuid));
    return undefined;
  };
}

/** The first answer, and whether an attempt before it may have been carried out. */
async function untilClear(
  attempt: () => Promise<Reply>,
): Promise<{ reply: Reply; isUnclear: boolean }> {
  let isUnclear = false;
  const reply = await untilAnswered(async () => {
    const each = await attempt();
    isUnclear ||= isFailure(each);
    return each;
  });
  return { reply, isUnclear };
}

/** A hold may have expired since. */
function expectSame(booking: Sold, found: Sold): void {
  const isOver = booking.status === "ON_HOLD" && found.status === "EXPIRED";
  if (stateOf(found) === stateOf(isOver ? { ...booking, status: "EXPIRED" } : booking)) return;
  throw new Error(`${booking.uuid} was ${stateOf(booking)}, and is ${stateOf(found)}`);
}

function stateOf({ status, productId, optionId, availabilityId, unitItems }: Sold): string {
  const items = unitItems.map(({ uuid, unitId }) => `${unitId} of ${uuid}`);
  return `${status} ${productId} ${optionId} at ${availabilityId} with ${items.join(", ")}`;
}

async function read(ask: Ask, uuid: string): Promise<Reply> {
  const reply = await untilAnswered(() => ask("GET", `/bookings/${uuid}`));
  if (reply.status === 200) return reply;
  throw new Error(`${uuid} was answered, and is ${JSON.stringify(reply.body)}`);
}

/** What is on sale of an option: its departures of a week, which every round meets on. */
interface Place {
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly availabilityIds: readonly string[];
}

async function placesOf(ask: Ask, { options }: Operator): Promise<[Place, Place]> {
  const products = await list<{ id: string; options: { id: string }[] }>(ask, "GET", "/products");
  const year = new Date().getUTCFullYear() + 1;
  const week = { localDateStart: `${year}-06-07`, localDateEnd: `${year}-06-13` };
  const [first, second] = await Promise.all(
    productNames.map(async (name): Promise<Place> => {
      const option = options.find(({ productName }) => productName === name);
      const product = products.find((each) => each.options.some(({ id }) => id === option?.id));
      if (!option || !product) throw new Error(`${name} is not on sale over OCTO`);
      const asked = { productId: product.id, optionId: option.id };
      const departures = await list<{ id: string }>(ask, "POST", "/availability", {
        ...asked,
        ...week,
      });
      const unitId = option.unitIds["Adult"] ?? "";
      return { ...asked, unitId, availabilityIds: departures.map(({ id }) => id) };
    }),
  );
  if (!first || !second) throw new Error("two products are needed");
  return [first, second];
}

async function list<Item>(ask: Ask, method: string, path: string, body?: object): Promise<Item[]> {
  const reply = await untilAnswered(() => ask(method, path, body));
  if (reply.status === 200) return reply.body as unknown as Item[];
  throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
}

/** One or two travellers on a departure that is drawn. */
function drawn(place: Place | undefined, random: () => number): object {
  if (!place) throw new Error("nothing is on sale");
  const { productId, optionId, unitId, availabilityIds } = place;
  const availabilityId = availabilityIds[Math.floor(random() * availabilityIds.length)];
  const unitItems = Array.from({ length: random() < 0.7 ? 1 : 2 }, () => ({ unitId }));
  return { productId, optionId, availabilityId, unitItems };
}
