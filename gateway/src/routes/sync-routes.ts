import { type InputOf, mutation, sync } from "@slipway/contracts";
import { call } from "@slipway/broker";
import { issueChannelKey } from "./issue-channel-key.ts";
import { type Route, composedRoute, defineRoute } from "../route/route.ts";

/** A repeated externalEventId is answered with another status than a new one. */
const acceptEvent = composedRoute(
  mutation("gateway.acceptEvent", {
    about: sync.acceptEvent.about,
    input: sync.acceptEvent.input,
    output: sync.channelEvent,
    refusals: sync.acceptEvent.refusals,
  }),
  [sync.acceptEvent],
  async (request, input: InputOf<typeof sync.acceptEvent>) => {
    const { event, repeated } = await call(request, sync.acceptEvent, input);
    return { body: event, isRepeat: repeated };
  },
);

const channelRoutes = [
  defineRoute("GET /channels", "sync:read", sync.listChannels, {
    narrowing: "own",
    summary: "Channel connections by name",
    paged: true,
  }),
  defineRoute("POST /channels", "sync:write", sync.createChannel, {
    narrowing: { ids: { supplierId: "supplier" }, oneOf: ["supplierId"] },
    summary: "Connects a channel",
  }),
  defineRoute("GET /channels/{id}", "sync:read", sync.getChannel, {
    narrowing: { ids: { id: "channel" } },
    summary: "One channel connection",
  }),
  defineRoute("PATCH /channels/{id}", "sync:write", sync.updateChannel, {
    narrowing: { ids: { id: "channel", supplierId: "supplier" }, oneOf: ["supplierId"] },
    summary: "Changes a channel connection",
    immutable: ["code"],
  }),
  defineRoute("DELETE /channels/{id}", "sync:write", sync.deleteChannel, {
    narrowing: { ids: { id: "channel" } },
    summary: "Disconnects a channel",
  }),
  defineRoute("GET /channels/{id}/secret", "sync:write", sync.getChannelSecret, {
    narrowing: { ids: { id: "channel" } },
    summary: "The secret that signs what the channel is sent",
  }),
  defineRoute("POST /channels/{id}/secret/rotate", "sync:write", sync.rotateChannelSecret, {
    narrowing: { ids: { id: "channel" } },
    summary: "A new secret; the old one signs beside it for 24 hours",
  }),
  defineRoute("POST /channels/{id}/keys", "api-keys:write", issueChannelKey, {
    narrowing: { ids: { id: "channel", supplierId: "supplier" } },
    summary: "Issues a key by which the channel sells over OCTO",
    operationId: "createChannelKey",
  }),
];

const eventRoutes = [
  defineRoute("POST /channels/{id}/events", "sync:write", acceptEvent, {
    narrowing: {
      ids: {
        id: "channel",
        "payload.optionId": "option",
        "payload.resourceItems.resourceId": "resource",
      },
    },
    summary: "Takes an event of a channel, to be carried out soon",
    operationId: "createChannelEvent",
    status: 202,
    repeatStatus: 200,
  }),
  defineRoute("GET /channel-events", "sync:read", sync.listEvents, {
    narrowing: "own",
    summary: "Events of channels, newest first",
    operationId: "listChannelEvents",
  }),
  defineRoute("GET /channel-events/{id}", "sync:read", sync.getEvent, {
    narrowing: { ids: { id: "channelEvent" } },
    summary: "One event of a channel",
    operationId: "getChannelEvent",
  }),
  defineRoute("POST /channel-events/{id}/reprocess", "sync:write", sync.reprocessEvent, {
    narrowing: { ids: { id: "channelEvent" } },
    summary: "Carries out a failed event again",
    operationId: "reprocessChannelEvent",
  }),
];

const jobRoutes = [
  defineRoute("GET /sync/jobs", "sync:read", sync.listJobs, {
    narrowing: "own",
    summary: "Outbound jobs, newest first",
    operationId: "listSyncJobs",
  }),
  defineRoute("GET /sync/jobs/{id}", "sync:read", sync.getJob, {
    narrowing: { ids: { id: "syncJob" } },
    summary: "One outbound job",
    operationId: "getSyncJob",
  }),
  defineRoute("POST /sync/jobs/{id}/retry", "sync:write", sync.retryJob, {
    narrowing: { ids: { id: "syncJob" } },
    summary: "Sends a failed job again",
    operationId: "retrySyncJob",
  }),
];

/** Routes of channels, of their events and of the jobs that are sent to them. */
export const syncRoutes: readonly Route[] = [...channelRoutes, ...eventRoutes, ...jobRoutes];
