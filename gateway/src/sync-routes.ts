import { type InputOf, mutation, sync } from "@slipway/contracts";
import { call } from "@slipway/broker";
import { type Row, join, route } from "./route.ts";

/** A repeated externalEventId is answered with another status than a new one. */
const acceptEvent = join(
  mutation("gateway.acceptEvent", {
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

const channelRows = [
  route("GET /channels", "sync:read", sync.listChannels, {
    summary: "Channel connections by name",
    paged: true,
  }),
  route("POST /channels", "sync:write", sync.createChannel, { summary: "Connects a channel" }),
  route("GET /channels/{id}", "sync:read", sync.getChannel, { summary: "One channel connection" }),
  route("PATCH /channels/{id}", "sync:write", sync.updateChannel, {
    summary: "Changes a channel connection",
    immutable: ["code"],
  }),
  route("DELETE /channels/{id}", "sync:write", sync.deleteChannel, {
    summary: "Disconnects a channel",
  }),
  route("GET /channels/{id}/secret", "sync:write", sync.getChannelSecret, {
    summary: "The secret that signs what the channel is sent",
  }),
  route("POST /channels/{id}/secret/rotate", "sync:write", sync.rotateChannelSecret, {
    summary: "A new secret; the old one signs beside it for 24 hours",
  }),
];

const eventRows = [
  route("POST /channels/{id}/events", "sync:write", acceptEvent, {
    summary: "Takes an event of a channel, to be carried out soon",
    status: 202,
    repeatStatus: 200,
  }),
  route("GET /channel-events", "sync:read", sync.listEvents, {
    summary: "Events of channels, newest first",
  }),
  route("GET /channel-events/{id}", "sync:read", sync.getEvent, {
    summary: "One event of a channel",
  }),
  route("POST /channel-events/{id}/reprocess", "sync:write", sync.reprocessEvent, {
    summary: "Carries out a failed event again",
  }),
];

const jobRows = [
  route("GET /sync/jobs", "sync:read", sync.listJobs, { summary: "Outbound jobs, newest first" }),
  route("GET /sync/jobs/{id}", "sync:read", sync.getJob, { summary: "One outbound job" }),
  route("POST /sync/jobs/{id}/retry", "sync:write", sync.retryJob, {
    summary: "Sends a failed job again",
  }),
];

/** What channels send, and what they are told. */
export const syncRows: readonly Row[] = [...channelRows, ...eventRows, ...jobRows];
