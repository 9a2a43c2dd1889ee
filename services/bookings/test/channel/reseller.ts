/** A reseller that sells a ferry by a channel key. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, catalog, channelBookings } from "@slipway/contracts";
import type { Ferry } from "@slipway/dev/testing-ferry";
import { randomUUID } from "node:crypto";
import type { BookingRecord } from "../../src/record/booking.ts";
import { startAt } from "../ferry.ts";

type Hold = Parameters<typeof call<typeof channelBookings.holdChannelBooking>>[2];
type Change = Omit<InputOf<typeof channelBookings.updateChannelBooking>, "externalId">;
type Confirm = Omit<InputOf<typeof channelBookings.confirmChannelBooking>, "externalId">;

export interface Reseller {
  request: Request;
  hold(
    input?: Partial<Hold>,
  ): Promise<{ booking: BookingRecord; replayed: boolean; differs: boolean }>;
  get(externalId: string): Promise<BookingRecord>;
  change(booking: BookingRecord, change: Change): Promise<BookingRecord>;
  confirm(booking: BookingRecord, details?: Confirm): Promise<BookingRecord>;
  cancel(booking: BookingRecord, reason?: string): Promise<BookingRecord>;
  extend(booking: BookingRecord, expirationMinutes?: number): Promise<BookingRecord>;
  list(
    filter: Parameters<typeof call<typeof channelBookings.listChannelBookings>>[2],
  ): Promise<BookingRecord[]>;
  adults(count: number): { unitId: string }[];
}

/** The request of a channel key of this channel, for the ferry's supplier. */
async function requestOfKey(
  as: () => Request,
  ferry: Ferry,
  channel: string,
  source: string,
): Promise<Request> {
  const given = as();
  const { optionId } = ferry;
  const { supplierId } = await call(given, catalog.getOptionFacts, { optionId });
  const caller = Object.freeze({
    ...given.caller,
    scopes: [],
    source,
    channel: { channelConnectionId: channel },
    restrictions: { supplierId, overrides: false },
  });
  return { ...given, caller };
}

export async function aReseller(
  as: () => Request,
  ferry: Ferry,
  channel = `chn_${randomUUID().replaceAll("-", "")}`,
  source = channel,
): Promise<Reseller> {
  const { caller } = await requestOfKey(as, ferry, channel, source);
  const fresh = (): Request => ({ ...as(), caller });
  const nameOf = ({ externalId }: BookingRecord): { externalId: string } => ({
    externalId: externalId ?? "",
  });
  const adults = (count: number) => Array.from({ length: count }, () => ({ unitId: ferry.unitId }));
  return {
    get request() {
      return fresh();
    },
    adults,
    hold: (input = {}) =>
      call(fresh(), channelBookings.holdChannelBooking, {
        externalId: randomUUID(),
        optionId: ferry.optionId,
        startAt,
        tickets: adults(1),
        ...input,
      }),
    get: (externalId) => call(fresh(), channelBookings.getChannelBooking, { externalId }),
    change: (booking, change) =>
      call(fresh(), channelBookings.updateChannelBooking, { ...nameOf(booking), ...change }),
    confirm: (booking, details = {}) =>
      call(fresh(), channelBookings.confirmChannelBooking, { ...nameOf(booking), ...details }),
    cancel: (booking, reason) =>
      call(fresh(), channelBookings.cancelChannelBooking, {
        ...nameOf(booking),
        ...(reason === undefined ? {} : { reason }),
      }),
    extend: (booking, expirationMinutes) =>
      call(fresh(), channelBookings.extendChannelBooking, {
        ...nameOf(booking),
        ...(expirationMinutes === undefined ? {} : { expirationMinutes }),
      }),
    list: async (filter) =>
      (await call(fresh(), channelBookings.listChannelBookings, filter)).items,
  };
}
