import { afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Request, call } from "@slipway/broker";
import { audit, bookings, sync } from "@slipway/contracts";
import { type Ferry, aFerry } from "@slipway/dev/testing-ferry";
import { testPlatform } from "@slipway/dev/testing";
import { type SharedPlatform, sharedPlatform } from "@slipway/dev/testing-platform";
import { until } from "@slipway/dev/testing-until";
import { Webhook } from "standardwebhooks";
import {
  type Channel,
  type Job,
  type Receiver,
  aChannel,
  aReceiver,
  ended,
  oneAdult,
  send,
} from "./channel-bench.ts";

let platform: SharedPlatform;
let receiver: Receiver;
let as: () => Request;
let ferry: Ferry;
let channel: Channel;

beforeAll(async () => {
  platform = await sharedPlatform();
});

afterEach(() => receiver.stop());
beforeEach(async () => {
  const tenantId = await platform.aTenant();
  as = () => platform.as(tenantId);
  ferry = await aFerry(as(), 20);
  receiver = await aReceiver();
  channel = await aChannel(as(), {
    notificationTypes: ["BOOKING_UPDATE"],
    endpointUrl: receiver.url,
  });
});

let names = 0;

async function aBooking(of = channel): Promise<string> {
  const payload = { ...oneAdult(ferry), externalId: `J-${++names}` };
  const { bookingId } = await ended(as, await send(as(), of, "BOOKING_CREATE", payload));
  return bookingId ?? "";
}

async function jobsOf(type: Job["type"], of = channel): Promise<Job[]> {
  const { items } = await call(as(), sync.listJobs, { channelConnectionId: of.id });
  return items.filter((each) => each.type === type);
}

/** The newest job of the channel's bookings, once it is in that status. */
function job(status: Job["status"]): Promise<Job> {
  return until(async () => {
    const [newest] = await jobsOf("BOOKING_UPDATE");
    return newest?.status === status ? newest : undefined;
  });
}

const updates = () => receiver.received.filter(({ body }) => body.type === "BOOKING_UPDATE");

describe("a change of a channel's booking", () => {
  it("is pushed to the channel, signed so that any receiver of webhooks can verify it", async () => {
    const id = await aBooking();
    const sent = await job("SUCCEEDED");
    expect(sent).toMatchObject({ entityId: id, attempts: 1, lastError: null, nextAttemptAt: null });
    expect(await call(as(), sync.listJobs, { entityId: id })).toMatchObject({ items: [sent] });
    const others = await call(as(), sync.listJobs, { entityId: ferry.optionId });
    expect(others.items.map(({ type }) => type)).not.toContain("BOOKING_UPDATE");
    const booking = await call(as(), bookings.getBooking, { id });
    const [update] = updates();
    expect(update?.body).toEqual({
      type: "BOOKING_UPDATE",
      timestamp: booking.createdAt,
      data: {
        bookingId: id,
        tenantId: booking.tenantId,
        supplierId: ferry.supplierId,
        productId: ferry.productId,
        optionId: ferry.optionId,
        action: "CREATED",
        status: "CONFIRMED",
        previousStatus: null,
        updatedAt: booking.updatedAt,
        source: channel.code,
        externalId: booking.externalId,
        reference: booking.reference,
        resellerReference: null,
        test: false,
      },
    });
    expect(update?.headers["webhook-id"]).toBe(sent.id);
    const { lastSucceededAt, lastAttemptAt } = await call(as(), sync.getChannel, {
      id: channel.id,
    });
    expect(lastSucceededAt).toEqual(expect.any(String));
    expect(lastAttemptAt).toBe(lastSucceededAt);
    const { secret } = await call(as(), sync.getChannelSecret, { id: channel.id });
    const headers = update?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(update?.text ?? "", headers)).not.toThrow();
  });

  it("is delivered once for each step, whichever caller makes it, and only to subscribers", async () => {
    const silent = await aChannel(as(), { endpointUrl: receiver.url });
    await aBooking(silent);
    await call(as(), bookings.createBooking, oneAdult(ferry));
    const id = await aBooking();
    await call(as(), bookings.cancelBooking, { id });
    await until(() => (updates().length === 2 ? true : undefined));
    await platform.settle();
    expect(updates().map(({ body }) => [body.data["bookingId"], body.data["action"]])).toEqual([
      [id, "CREATED"],
      [id, "CANCELLED"],
    ]);
    expect(await jobsOf("BOOKING_UPDATE", silent)).toEqual([]);
  });

  it("is signed with the old secrets beside the new one after rotations", async () => {
    const { secret: oldest } = await call(as(), sync.getChannelSecret, { id: channel.id });
    const { secret: old } = await call(as(), sync.rotateChannelSecret, { id: channel.id });
    const { secret } = await call(as(), sync.rotateChannelSecret, { id: channel.id });
    expect(new Set([oldest, old, secret]).size).toBe(3);
    expect(await call(as(), sync.getChannelSecret, { id: channel.id })).toEqual({ secret });
    await aBooking();
    await job("SUCCEEDED");
    const [update] = updates();
    const headers = update?.headers as Record<string, string>;
    for (const each of [oldest, old, secret])
      expect(() => new Webhook(each).verify(update?.text ?? "", headers)).not.toThrow();
  });
});

describe("a job that fails", () => {
  it("is tried again by the schedule, with one id, and may be retried by hand when that is over", async () => {
    receiver.status = 500;
    await aBooking();
    const failed = await job("FAILED");
    expect(failed).toMatchObject({
      attempts: 3,
      lastError: "HTTP_STATUS 500",
      nextAttemptAt: null,
    });
    receiver.status = 200;
    const again = await call(as(), sync.retryJob, { id: failed.id });
    expect(again).toMatchObject({ status: "PENDING", attempts: 3 });
    const done = await job("SUCCEEDED");
    expect(done).toMatchObject({ id: failed.id, attempts: 4, lastError: null });
    expect(new Set(updates().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await expect(call(as(), sync.retryJob, { id: failed.id })).rejects.toMatchObject({
      type: "INVALID_STATE",
    });
    await platform.settle();
    const { items: log } = await call(as(), audit.listLog, { entityId: failed.id });
    expect(log.map(({ action }) => action)).toEqual([
      "syncJob.succeed",
      "syncJob.retry",
      "syncJob.fail",
      "syncJob.postpone",
      "syncJob.postpone",
      "syncJob.create",
    ]);
    expect(log[0]).toMatchObject({ actorType: "SYSTEM", source: "system", after: done });
    expect(log[1]).toMatchObject({ actorType: "API_KEY", source: "api/v1", before: failed });
  });

  it("ends with its channel, and goes on when that is active again", async () => {
    receiver.status = 503;
    await aBooking();
    await until(() => updates()[0]);
    await call(as(), sync.updateChannel, { id: channel.id, status: "DISABLED" });
    const failed = await job("FAILED");
    expect(failed.lastError).toBe("CHANNEL_NOT_ACTIVE");
    receiver.status = 200;
    await call(as(), sync.updateChannel, { id: channel.id, status: "ACTIVE" });
    await call(as(), sync.retryJob, { id: failed.id });
    await job("SUCCEEDED");
  });
});

describe("a channel that is given to another supplier", () => {
  const keyOf = (supplierId: string): Request => {
    const request = as();
    const restrictions = { supplierId, overrides: true };
    return { ...request, caller: { ...request.caller, restrictions } };
  };

  it("is sent nothing more about the one before, and shows keys nothing from before", async () => {
    // A key of the new supplier saw events and jobs of the other one's bookings, and could have them sent to itself.
    receiver.status = 500;
    const id = await aBooking();
    const failed = await job("FAILED");
    const { items: events } = await call(as(), sync.listEvents, {});
    const other = await aFerry(as(), 5);
    await call(as(), sync.updateChannel, { id: channel.id, supplierId: other.supplierId });
    receiver.status = 204;
    const sent = updates().length;
    await call(as(), sync.retryJob, { id: failed.id });
    expect(await job("FAILED")).toMatchObject({ attempts: 4, lastError: "SUPPLIER_MISMATCH" });
    await call(as(), bookings.cancelBooking, { id });
    await platform.settle();
    expect(updates()).toHaveLength(sent);
    expect(await jobsOf("BOOKING_UPDATE")).toHaveLength(1);

    const theirs = keyOf(other.supplierId);
    const later = await send(as(), channel, "BOOKING_CANCEL", { externalId: "unknown" });
    const shown = await call(theirs, sync.listEvents, {});
    expect(shown.items.map((event) => event.id)).toEqual([later.id]);
    expect((await call(theirs, sync.listJobs, { entityId: id })).items).toEqual([]);
    const eventId = events[0]?.id ?? "";
    for (const hidden of [
      call(theirs, sync.getEvent, { id: eventId }),
      call(theirs, sync.getJob, { id: failed.id }),
    ])
      await expect(hidden).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(await call(theirs, sync.getEvent, { id: later.id })).toMatchObject({ id: later.id });
    expect(await call(as(), sync.getJob, { id: failed.id })).toMatchObject({ id: failed.id });

    // Where it is all suppliers', it is sent about each.
    await call(as(), sync.updateChannel, { id: channel.id, supplierId: null });
    await call(as(), sync.retryJob, { id: failed.id });
    await job("SUCCEEDED");
  });
});

describe("with WEBHOOK_REQUIRE_HTTPS", () => {
  it("an endpoint of http is refused", async () => {
    const settings = { WEBHOOK_REQUIRE_HTTPS: "true" };
    const strict = await testPlatform(import.meta.url, {
      services: ["sync", "audit"],
      settings,
      nodeId: "strict",
    });
    try {
      const { tenantId } = as().caller;
      const refused = {
        type: "VALIDATION_FAILED",
        data: { errors: [{ pointer: "#/endpointUrl", detail: "must be an https URL" }] },
      };
      const create = { code: "over-http", name: "Channel", endpointUrl: receiver.url };
      const creating = call(strict.as(tenantId), sync.createChannel, create);
      await expect(creating).rejects.toMatchObject(refused);
      const change = { id: channel.id, endpointUrl: receiver.url };
      const changing = call(strict.as(tenantId), sync.updateChannel, change);
      await expect(changing).rejects.toMatchObject(refused);
    } finally {
      await strict.stop();
    }
  });
});
