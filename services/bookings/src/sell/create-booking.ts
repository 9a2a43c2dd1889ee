import { randomUUID } from "node:crypto";
import { type Request, refusalOf } from "@slipway/broker";
import type { OutputOf, bookings } from "@slipway/contracts";
import { shownRecord } from "../record/booking-record.ts";
import type { SellDeps } from "./deps.ts";
import type { BookingInput as Input } from "./build-booking.ts";
import { claimAndInsert, finishCreation } from "./create-booking-saga.ts";
import { holdInOrder } from "./join-order.ts";
import { prepareOrder, requireSession } from "./prepare-order.ts";

type Created = OutputOf<typeof bookings.createBooking>;

/**
 * Books places on one departure, all or none. With an idempotencyKey a repeat answers the booking
 * of the first; a refused attempt does not use the key up.
 */
export async function createBooking(
  deps: SellDeps,
  request: Request,
  wanted: Omit<Input, "uuid"> & { uuid?: string | undefined },
): Promise<Created> {
  const input = { ...wanted, uuid: wanted.uuid ?? randomUUID() };
  const { tenantId } = request.caller;
  requireSession(request, input);
  const key = input.idempotencyKey;
  if (key === undefined) return sell(deps, request, input);
  return deps.turns(
    `${tenantId}|${key}`,
    async () =>
      (await replay(deps, request, input, key)) ?? sellOrReplay(deps, request, input, key),
  );
}

/** Replayed: another request made the booking. A request knows its own booking by the uuid, even if the insert's reply was lost. */
function answerTo({ uuid }: Input, booking: Created["booking"]): Created {
  return { booking, replayed: booking.uuid !== uuid };
}

/** The current booking of the key, or undefined if there is none. */
async function replay(
  deps: SellDeps,
  request: Request,
  input: Input,
  key: string,
): Promise<Created | undefined> {
  const booking = await deps.store.findByKey(request.caller.tenantId, key);
  return booking ? answerTo(input, shownRecord(booking, deps.clock())) : undefined;
}

/** An equal request on another replica may have caused the refusal: the key is looked up again. */
async function sellOrReplay(
  deps: SellDeps,
  request: Request,
  input: Input,
  key: string,
): Promise<Created> {
  try {
    return await sell(deps, request, input);
  } catch (error) {
    if (!refusalOf(error)) throw error;
    const winner = await replay(deps, request, input, key);
    if (winner) return winner;
    throw error;
  }
}

async function sell(deps: SellDeps, request: Request, wanted: Input): Promise<Created> {
  const { orderId } = wanted;
  const input = orderId === undefined ? wanted : await holdInOrder(deps, request, wanted, orderId);
  // The facts stay in use until the booking is written: a block that answers later has waited for it.
  const { booking, record, event } = await prepareOrder(deps, request, input, (order, inTime) =>
    claimAndInsert(deps, inTime, order),
  );
  if (event) await finishCreation(deps, request, booking, event);
  return answerTo(input, shownRecord(booking, deps.clock(), record));
}
