/** Channels beside the real services that they rest on, and a receiver of their notifications. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings, sync } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";
import type { Ferry } from "@slipway/dev/testing-ferry";
import { shortTimes } from "@slipway/dev/testing-platform";
import { startReceiver } from "@slipway/dev/testing-receiver";
import { until } from "@slipway/dev/testing-until";
import type { IncomingHttpHeaders } from "node:http";

export type Channel = OutputOf<typeof sync.getChannel>;
export type ChannelEvent = OutputOf<typeof sync.getEvent>;
export type Job = OutputOf<typeof sync.getJob>;

export function channelPlatform(
  testFileUrl: string,
  settings: Record<string, string> = {},
): Promise<TestPlatform> {
  return testPlatform(testFileUrl, {
    settings: { ...shortTimes, ...settings },
  });
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    type: string;
    timestamp: string;
    data: Record<string, unknown> & {
      departures: { startAt: string; vacancies: number | null; available: boolean }[];
    };
  };
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status that it answers from now on. */
  status: number;
  stop(): Promise<void>;
}

/** A channel's endpoint on this machine. */
export async function aReceiver(): Promise<Receiver> {
  const endpoint = await startReceiver();
  const receiver: Receiver = {
    url: endpoint.url,
    status: 204,
    stop: () => endpoint.close(),
    get received() {
      return endpoint.received
        .filter(({ body }) => body !== "")
        .map(({ headers, body: text }) => {
          const body = JSON.parse(text) as Received["body"];
          return { headers, text, body };
        });
    },
  };
  // Another run's late request may reach a port that was its receiver's.
  endpoint.answer = ({ body }, response) =>
    void response.writeHead(body === "" ? 400 : receiver.status).end();
  return receiver;
}

let channels = 0;

export function aChannel(
  request: Request,
  input: Partial<InputOf<typeof sync.createChannel>> = {},
): Promise<Channel> {
  const code = `channel-${++channels}`;
  return call(request, sync.createChannel, { code, name: "Channel", ...input });
}

export async function send(
  request: Request,
  channel: Channel,
  type: ChannelEvent["type"],
  payload: Record<string, unknown>,
): Promise<ChannelEvent> {
  const externalEventId = `event-${++channels}`;
  const input = { id: channel.id, externalEventId, type, payload };
  return (await call(request, sync.acceptEvent, input)).event;
}

/** The event once it is carried out or has failed. */
export async function ended(as: () => Request, { id }: ChannelEvent): Promise<ChannelEvent> {
  return until(async () => {
    const event = await call(as(), sync.getEvent, { id });
    return event.status === "RECEIVED" ? undefined : event;
  });
}

export const startAt = "2027-07-01T08:00:00.000Z";

/** The body of a booking of one adult, as the API and an event's payload take it. */
export function oneAdult({ optionId, unitId }: Ferry, at = startAt) {
  return { optionId, startAt: at, unitItems: [{ unitId, quantity: 1 }] };
}

export async function book(request: Request, ferry: Ferry, at = startAt): Promise<string> {
  const { booking } = await call(request, bookings.createBooking, oneAdult(ferry, at));
  return booking.id;
}
