import { type InputOf, sync } from "@slipway/contracts";
import { call } from "@slipway/broker";
import { issueChannelKey } from "./issue-channel-key.ts";
import { type Route, composedRoute, offered, routesOf } from "../route/route.ts";

/** A repeated externalEventId is answered with another status than a new one. */
const acceptEvent = composedRoute(
  offered(sync.acceptEvent, { output: sync.channelEvent }),
  [sync.acceptEvent],
  async (request, input: InputOf<typeof sync.acceptEvent>) => {
    const { event, repeated } = await call(request, sync.acceptEvent, input);
    return { body: event, isRepeat: repeated };
  },
);

const channelRoutes = routesOf(["sync:read", "sync:write"], {
  "GET /channels": [
    sync.listChannels,
    "Channel connections, newest first",
    { narrowing: "own", paged: true },
  ],
  "POST /channels": [
    sync.createChannel,
    "Connects a channel",
    { narrowing: { ids: { supplierId: "supplier" }, oneOf: ["supplierId"] } },
  ],
  "GET /channels/{id}": [sync.getChannel, "One channel connection"],
  "PATCH /channels/{id}": [
    sync.updateChannel,
    "Changes a channel connection",
    {
      narrowing: { ids: { id: "channel", supplierId: "supplier" }, oneOf: ["supplierId"] },
      immutable: ["code"],
    },
  ],
  "DELETE /channels/{id}": [sync.deleteChannel, "Disconnects a channel"],
  "GET /channels/{id}/secret": [
    sync.getChannelSecret,
    "The secret that signs what the channel is sent",
    { scope: "sync:write" },
  ],
  "POST /channels/{id}/secret/rotate": [
    sync.rotateChannelSecret,
    "A new secret; the old one signs beside it for 24 hours",
  ],
  "POST /channels/{id}/keys": [
    issueChannelKey,
    "Issues a key by which the channel sells over OCTO",
    {
      narrowing: { ids: { id: "channel", supplierId: "supplier" } },
      operationId: "createChannelKey",
      scope: "api-keys:write",
    },
  ],
});

const eventRoutes = routesOf(["sync:read", "sync:write"], {
  "POST /channels/{id}/events": [
    acceptEvent,
    "Takes an event of a channel, to be carried out soon",
    {
      narrowing: {
        ids: {
          id: "channel",
          "payload.optionId": "option",
          "payload.resourceItems.resourceId": "resource",
        },
      },
      operationId: "createChannelEvent",
      status: 202,
      repeatStatus: 200,
    },
  ],
  "GET /channel-events": [
    sync.listEvents,
    "Events of channels, newest first",
    { narrowing: "own", operationId: "listChannelEvents" },
  ],
  "GET /channel-events/{id}": [
    sync.getEvent,
    "One event of a channel",
    { operationId: "getChannelEvent" },
  ],
  "POST /channel-events/{id}/reprocess": [
    sync.reprocessEvent,
    "Carries out a failed event again",
    { operationId: "reprocessChannelEvent" },
  ],
});

const jobRoutes = routesOf(["sync:read", "sync:write"], {
  "GET /sync/jobs": [
    sync.listJobs,
    "Outbound jobs, newest first",
    { narrowing: "own", operationId: "listSyncJobs" },
  ],
  "GET /sync/jobs/{id}": [sync.getJob, "One outbound job", { operationId: "getSyncJob" }],
  "POST /sync/jobs/{id}/retry": [
    sync.retryJob,
    "Sends a failed job again",
    { operationId: "retrySyncJob" },
  ],
});

/** Routes of channels, of their events and of the jobs that are sent to them. */
export const syncRoutes: readonly Route[] = [...channelRoutes, ...eventRoutes, ...jobRoutes];
