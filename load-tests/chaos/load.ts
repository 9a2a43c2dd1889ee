/** Clients that do everything with bookings at random, and repeat failed requests as the answers ask. */
import { setTimeout as pause } from "node:timers/promises";
import type { Booking } from "./booking.ts";
import { type Change, type LoadOptions, change, persist, readBooking } from "./change.ts";
import { isBroken, isFailure } from "./http.ts";
import { type Creation, type Kept, noteAnswer, noteShown } from "./journal.ts";
import { startAt } from "./stage.ts";

export interface Load {
  /** Begins nothing more; resolves when all that was begun has an answer that settles it. */
  stop(): Promise<void>;
}

const clients = 12;
const restMsMax = 60;
const seatsMax = 4;

/** States of bookings that take places. */
const live = ["ON_HOLD", "PENDING", "CONFIRMED"];

interface Act {
  readonly weight: number;
  readonly act: (options: LoadOptions) => Promise<void>;
}

/** The acts of clients, each with its share. */
const acts: Readonly<Record<string, Act>> = {
  create: { weight: 40, act: (options) => create(options, true) },
  createWithoutKey: { weight: 6, act: (options) => create(options, false) },
  confirm: { weight: 10, act: decided(["ON_HOLD"], "confirm", ["CONFIRMED", "PENDING"]) },
  approve: { weight: 3, act: decided(["PENDING"], "approve", ["CONFIRMED"]) },
  reject: { weight: 2, act: decided(["PENDING"], "reject", ["REJECTED"]) },
  cancel: { weight: 15, act: decided(live, "cancel", ["CANCELLED"]) },
  move: { weight: 8, act: move },
  changeTravellers: { weight: 6, act: changeTravellers },
  extend: { weight: 5, act: extend },
  resizeBoat: { weight: 1.5, act: resizeBoat },
  read: {
    weight: 6,
    act: (options) =>
      withOne(options, undefined, async (kept) => void (await readBooking(options, kept))),
  },
  list: { weight: 3, act: list },
};

export function startLoad(options: LoadOptions): Load {
  let isStopping = false;
  const client = async (): Promise<void> => {
    while (!isStopping) {
      await options.random.pickRow(acts).act(options);
      await pause(options.random.next() * restMsMax);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  // The failure reaches the caller that stops the load.
  running.catch(() => undefined);
  return {
    async stop() {
      isStopping = true;
      await running;
    },
  };
}

/** Decides about a booking in one of these states; each of the later ones shows that it was done. */
function decided(
  states: readonly string[],
  what: Change["what"],
  later: readonly string[],
): Act["act"] {
  const isDone = ({ status }: Booking): boolean => later.includes(status);
  return (options) => withOne(options, states, (kept) => change(options, kept, { what, isDone }));
}

/** Takes a booking of this round in one of these states that nobody works on; none: nothing is done. */
async function withOne(
  { journal, random, round }: LoadOptions,
  states: readonly string[] | undefined,
  work: (kept: Kept) => Promise<void>,
): Promise<void> {
  const found = [...journal.bookings.values()].filter(
    (kept) => kept.round === round && !kept.isBusy && (states?.includes(kept.acked.status) ?? true),
  );
  if (found.length === 0) return;
  const kept = random.pick(found);
  kept.isBusy = true;
  await work(kept).finally(() => (kept.isBusy = false));
}

async function create(options: LoadOptions, hasKey: boolean): Promise<void> {
  const { ask, stage, journal, random, day, label } = options;
  const line = random.pick(stage.lines);
  const mark = `${label}-${++journal.sent}`;
  const creation: Creation = { mark, key: hasKey ? `key-${mark}` : undefined, replies: [] };
  journal.creations.push(creation);
  const status = random.pickOf({ ON_HOLD: 4, CONFIRMED: 4, open: 2 });
  const body = {
    optionId: line.optionId,
    startAt: startAt(day, random.pick(line.times)),
    unitItems: [{ unitId: line.unitId, quantity: random.next() < 0.8 ? 1 : 2 }],
    notes: mark,
    ...(status !== "open" && { status }),
    ...(creation.key !== undefined && { idempotencyKey: creation.key }),
  };
  await persist(options, {
    what: "create",
    send: () => ask("POST", "/bookings", body),
    take(reply) {
      creation.replies.push(reply);
      if (reply.status === 201) keep(options, reply.body as unknown as Booking);
      return !isFailure(reply) || creation.key === undefined;
    },
  });
}

function keep({ journal, round }: LoadOptions, booking: Booking): void {
  const { id } = booking;
  noteShown(journal, booking);
  if (journal.bookings.has(id)) journal.findings.push(`${id} was answered to two requests`);
  journal.bookings.set(id, { id, round, acked: booking, maybe: [], late: [], isBusy: false });
}

function move(options: LoadOptions): Promise<void> {
  const { stage, random, day } = options;
  return withOne(options, live, (kept) => {
    const line = stage.lines.find(({ optionId }) => optionId === kept.acked.optionId);
    const to = startAt(day, random.pick(line?.times ?? []));
    if (Date.parse(to) === Date.parse(kept.acked.startAt)) return Promise.resolve();
    const isDone = (booking: Booking): boolean => Date.parse(booking.startAt) === Date.parse(to);
    return change(options, kept, { what: "update", body: { startAt: to }, isDone });
  });
}

function changeTravellers(options: LoadOptions): Promise<void> {
  return withOne(options, live, (kept) => {
    const [unit] = kept.acked.unitItems;
    if (unit === undefined) return Promise.resolve();
    const quantity = unit.quantity === 1 ? 2 : 1;
    const isDone = ({ unitItems }: Booking): boolean => unitItems[0]?.quantity === quantity;
    const body = { unitItems: [{ unitId: unit.unitId, quantity }] };
    return change(options, kept, { what: "update", body, isDone });
  });
}

function extend(options: LoadOptions): Promise<void> {
  const expirationMinutes = 60 + options.random.below(600);
  return withOne(options, ["ON_HOLD"], (kept) => {
    const before = kept.acked.expiresAt ?? "";
    const isDone = (booking: Booking): boolean => (booking.expiresAt ?? "") > before;
    return change(options, kept, { what: "extend", body: { expirationMinutes }, isDone });
  });
}

async function resizeBoat(options: LoadOptions): Promise<void> {
  const { ask, stage, journal, random } = options;
  const id = random.pick(stage.resourceIds);
  const resized = journal.resources.get(id) ?? { acked: 0, isUncertain: false, late: [] };
  // One at a time: what the last answer says is what is there.
  if (resized.isUncertain) return;
  journal.resources.set(id, resized);
  resized.isUncertain = true;
  const capacityPerResource = 1 + random.below(seatsMax);
  const isSettled = await persist(options, {
    what: "resize",
    mayDesert: false,
    send: () => ask("PATCH", `/resources/${id}`, { capacityPerResource }),
    take(reply) {
      if (reply.status === 200) resized.acked = capacityPerResource;
      if (isBroken(reply)) resized.late.push(capacityPerResource);
      return !isFailure(reply);
    },
  });
  resized.isUncertain = !isSettled;
}

async function list({ ask, journal, random, day }: LoadOptions): Promise<void> {
  const status = random.pick(["CONFIRMED", "ON_HOLD", "CANCELLED"]);
  const query = new URLSearchParams({ status, from: startAt(day, "00:00"), limit: "100" });
  const reply = await ask("GET", `/bookings?${query.toString()}`);
  noteAnswer(journal, "list", reply);
  if (reply.status !== 200) return;
  for (const booking of reply.body["items"] as Booking[]) noteShown(journal, booking);
}
