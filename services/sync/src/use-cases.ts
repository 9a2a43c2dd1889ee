/** The use cases of the contracts, each under the name of its action. */
export { acceptChanges, listListeners } from "./change/accept-changes.ts";
export { createChannel } from "./channel/create-channel.ts";
export { deleteChannel } from "./channel/delete-channel.ts";
export { getChannel, getChannelSecret, hasBookingUpdates } from "./channel/get-channel.ts";
export { listChannels } from "./channel/list-channels.ts";
export { rotateChannelSecret } from "./channel/rotate-channel-secret.ts";
export { updateChannel } from "./channel/update-channel.ts";
export { acceptEvent } from "./event/accept-event.ts";
export { eraseEvents, eraseEventsOf } from "./event/erase-events.ts";
export { getEvent } from "./event/get-event.ts";
export { listEvents } from "./event/list-events.ts";
export { reprocessEvent } from "./event/reprocess-event.ts";
export { getJob } from "./job/get-job.ts";
export { listJobs } from "./job/list-jobs.ts";
export { retryJob } from "./job/retry-job.ts";
export { createChannelSubscription } from "./subscription/create-channel-subscription.ts";
export { deleteChannelSubscription } from "./subscription/delete-channel-subscription.ts";
export {
  getChannelSubscription,
  listChannelSubscriptions,
} from "./subscription/get-channel-subscription.ts";
export { updateChannelSubscription } from "./subscription/update-channel-subscription.ts";
