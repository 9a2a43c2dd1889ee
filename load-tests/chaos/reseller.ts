/** A reseller that sells over OCTO while processes are killed; what it was answered has to stay true. */
import { randomUUID } from "node:crypto";
import type { Slipway } from "@slipway/client";
import type { RandomSource } from "@slipway/simulation/random-source";
import { type Ask, type Reply, askAt, untilAnswered, untilClear } from "./http.ts";
import type { Line, Stage } from "./stage.ts";

/** The fields of a booking that the reseller looks at. */
interface Sold {
  readonly uuid: string;
  readonly status: string;
  readonly productId: string;
  readonly optionId: string;
  readonly availabilityId: string;
  readonly unitItems: readonly { readonly uuid: string; readonly unitId: string }[];
}

export interface Reseller {
  /** Reserves, changes, confirms and cancels some bookings of a day, one after the other. */
  sell(day: string): Promise<void>;
  /** Every booking that is not as the last answer had it. */
  findings(): Promise<string[]>;
}

interface ResellerOptions {
  readonly api: Slipway;
  readonly urls: readonly string[];
  readonly stage: Stage;
  readonly random: RandomSource;
  readonly label: string;
}

const salesOfRound = 12;

export async function startReseller(options: ResellerOptions): Promise<Reseller> {
  const { api, urls, stage, random, label } = options;
  const { supplierId } = stage;
  const channel = await api.channels.create({ code: label, name: "Lagoon Tickets" });
  const { key } = await api.channels.createKey(channel.id, { name: "Lagoon Tickets", supplierId });
  const ask = askAt(urls, key, { base: "/octo" });
  const sold = new Map<string, Sold>();
  const step = stepsOf(ask, sold);

  async function sellOne(places: readonly Place[]): Promise<void> {
    const [place, other] = random.is(0.5) ? places : places.toReversed();
    const held = await step("POST", "/bookings", { uuid: randomUUID(), ...drawn(place, random) });
    if (!held) return;
    const path = `/bookings/${held.uuid}`;
    if (random.is(0.5)) await step("PATCH", path, drawn(other, random));
    const contact = { fullName: "Amara Okafor" };
    if (random.is(0.8)) await step("POST", `${path}/confirm`, { contact });
    if (random.is(0.3)) await step("PATCH", path, drawn(other, random));
    if (random.is(0.3)) await step("POST", `${path}/cancel`, {});
  }

  return {
    async sell(day) {
      const places = await Promise.all(stage.resold.map((line) => placeOf(ask, line, day)));
      for (let sale = 0; sale < salesOfRound; sale++) await sellOne(places);
    },
    async findings() {
      const found: string[] = [];
      for (const booking of sold.values()) {
        const { status, body } = await read(ask, booking.uuid);
        if (status === 200) found.push(...differences(booking, body as unknown as Sold));
        else found.push(`octo: ${booking.uuid} was answered, and is ${JSON.stringify(body)}`);
      }
      console.log(`octo: ${sold.size} bookings of the reseller`);
      return found;
    },
  };
}

function read(ask: Ask, uuid: string): Promise<Reply> {
  return untilAnswered(() => ask("GET", `/bookings/${uuid}`));
}

/** Repeats a step until it is answered: none of them does more the second time. Notes what was sold. */
function stepsOf(ask: Ask, sold: Map<string, Sold>) {
  function note({ body }: Reply): Sold {
    const booking = body as unknown as Sold;
    sold.set(booking.uuid, booking);
    return booking;
  }

  return async (method: string, path: string, body: object): Promise<Sold | undefined> => {
    const { reply, isUnclear } = await untilClear(() => ask(method, path, body));
    if (reply.status === 200) return note(reply);
    const error = String(reply.body["error"]);
    // A booking that is gone is found when all are compared.
    if (!["UNPROCESSABLE_ENTITY", "INVALID_BOOKING_UUID"].includes(error))
      throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    // A first attempt may have run beside the one that was refused: only a read shows it.
    const uuid = path.split("/")[2];
    if (error === "INVALID_BOOKING_UUID" || !isUnclear || uuid === undefined) return undefined;
    const found = await read(ask, uuid);
    if (found.status === 200) note(found);
    return undefined;
  };
}

/** A hold may have expired since. */
function differences(booking: Sold, found: Sold): string[] {
  const isOver = booking.status === "ON_HOLD" && found.status === "EXPIRED";
  if (stateOf(found) === stateOf(isOver ? { ...booking, status: "EXPIRED" } : booking)) return [];
  return [`octo: ${booking.uuid} was ${stateOf(booking)}, and is ${stateOf(found)}`];
}

function stateOf({ status, productId, optionId, availabilityId, unitItems }: Sold): string {
  const items = unitItems.map(({ uuid, unitId }) => `${unitId} of ${uuid}`);
  return `${status} ${productId} ${optionId} at ${availabilityId} with ${items.join(", ")}`;
}

/** The departures of an option that are on sale on a day. */
interface Place {
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly availabilityIds: readonly string[];
}

async function placeOf(ask: Ask, line: Line, day: string): Promise<Place> {
  const { productId, optionId, unitId } = line;
  const body = { productId, optionId, localDateStart: day, localDateEnd: day };
  const reply = await untilAnswered(() => ask("POST", "/availability", body));
  if (reply.status !== 200) throw new Error(`POST /availability: ${JSON.stringify(reply.body)}`);
  const departures = reply.body as unknown as { id: string }[];
  return { productId, optionId, unitId, availabilityIds: departures.map(({ id }) => id) };
}

/** One or two travellers on a departure that is drawn. */
function drawn(place: Place | undefined, random: RandomSource): object {
  if (!place) throw new Error("nothing is on sale");
  const { productId, optionId, unitId, availabilityIds } = place;
  const availabilityId = random.pick(availabilityIds);
  const unitItems = Array.from({ length: random.is(0.7) ? 1 : 2 }, () => ({ unitId }));
  return { productId, optionId, availabilityId, unitItems };
}
