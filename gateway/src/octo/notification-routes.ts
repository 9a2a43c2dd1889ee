import { call } from "@slipway/broker";
import { channelSubscriptions, primitives, component, string } from "@slipway/contracts";
import { z } from "zod";
import { octoRoute } from "./octo-route.ts";

const {
  createChannelSubscription,
  deleteChannelSubscription,
  getChannelSubscription,
  hiddenValue,
  listChannelSubscriptions,
  subscriptionsMax,
  updateChannelSubscription,
} = channelSubscriptions;

export const notificationType = z.enum(channelSubscriptions.notificationTypes).meta({
  id: "OctoNotificationType",
  description:
    "PRODUCT_UPDATE: a product, its photos, options, units, times, prices, taxes or fees. AVAILABILITY_UPDATE: free places of departures. BOOKING_UPDATE: one of your bookings.",
});

const types = z.array(notificationType).describe("Kinds of notifications that it is sent.");

const subscription = component("OctoSubscription", "Where you are notified of changes.", {
  id: string("Id of the subscription."),
  url: string("Address that notifications are posted to."),
  notificationTypes: types,
  headers: z
    .record(z.string(), z.string())
    .describe(
      `Names of your extra headers. Each value is \`${hiddenValue}\`, because it may be a credential.`,
    ),
});

const newSubscription = component("OctoNewSubscription", "A new subscription and its secret.", {
  ...subscription.shape,
  secret: string("The secret that signs its notifications: `whsec_` and base64, shown this once."),
});

type Kept = z.output<typeof channelSubscriptions.channelSubscription>;

function shownSubscription({ id, url, notificationTypes, headerNames }: Kept) {
  const headers = Object.fromEntries(headerNames.map((name) => [name, hiddenValue]));
  return { id, url, notificationTypes, headers };
}

const { shape } = createChannelSubscription.input;
const sent = {
  url: shape.url.describe(
    "Address of your receiver: absolute, http or https, no user, no fragment, at most 2048 characters. Its host must be public.",
  ),
  notificationTypes: types.min(1).max(channelSubscriptions.notificationTypes.length),
  headers: shape.headers
    .unwrap()
    .nullish()
    .describe(
      "Extra headers of every notification, such as a credential of your receiver: at most 20, and 4096 characters as JSON. Null: none.",
    ),
};
const named = { id: primitives.reference.describe("Id of the subscription.") };
const path = "/notifications/subscriptions";

const create = octoRoute(`POST ${path}`, {
  summary: "Subscribe to changes",
  name: "octo.createSubscription",
  description: `Sends notifications of changes from now on to your receiver, signed by Standard Webhooks 1.0. A channel has at most ${subscriptionsMax} subscriptions.`,
  repeat: "Each call adds another subscription, which gets every notification once more.",
  input: z.object(sent),
  output: newSubscription,
  refusals: createChannelSubscription.refusals,
  of: [createChannelSubscription],
  async run(request, { url, notificationTypes, headers }) {
    const wanted = { url, notificationTypes, headers: headers ?? {} };
    const { secret, ...made } = await call(request, createChannelSubscription, wanted);
    return { body: { ...shownSubscription(made), secret } };
  },
});

const list = octoRoute(`GET ${path}`, {
  summary: "Your subscriptions",
  name: "octo.listSubscriptions",
  description: "Subscriptions of this channel and this supplier, the oldest first.",
  input: primitives.emptyInput,
  output: z.array(subscription),
  refusals: listChannelSubscriptions.refusals,
  of: [listChannelSubscriptions],
  async run(request) {
    const { items } = await call(request, listChannelSubscriptions, {});
    return { body: items.map(shownSubscription) };
  },
});

const get = octoRoute(`GET ${path}/{id}`, {
  summary: "One subscription",
  name: "octo.getSubscription",
  description: "An unknown id is BAD_REQUEST.",
  input: z.object(named),
  output: subscription,
  refusals: getChannelSubscription.refusals,
  of: [getChannelSubscription],
  run: async (request, { id }) => ({
    body: shownSubscription(await call(request, getChannelSubscription, { id })),
  }),
});

const update = octoRoute(`PATCH ${path}/{id}`, {
  summary: "Change a subscription",
  name: "octo.updateSubscription",
  description:
    "Changes the members that you send. Headers stay with their server: a `url` of another origin (scheme, host or port) drops them, unless you send them again.",
  repeat: "A repeat changes nothing more.",
  input: z.object({
    ...named,
    url: sent.url.optional(),
    notificationTypes: sent.notificationTypes.optional(),
    headers: sent.headers,
  }),
  output: subscription,
  refusals: updateChannelSubscription.refusals,
  of: [updateChannelSubscription],
  async run(request, { id, url, notificationTypes, headers }) {
    const wanted = {
      id,
      ...(url !== undefined && { url }),
      ...(notificationTypes && { notificationTypes }),
      ...(headers !== undefined && { headers: headers ?? {} }),
    };
    return { body: shownSubscription(await call(request, updateChannelSubscription, wanted)) };
  },
});

const remove = octoRoute(`DELETE ${path}/{id}`, {
  summary: "End a subscription",
  name: "octo.deleteSubscription",
  description: "Answers what it was. Nothing more is sent, but for what is on its way.",
  repeat: "A repeat is BAD_REQUEST, because the id is unknown.",
  input: z.object(named),
  output: subscription,
  refusals: deleteChannelSubscription.refusals,
  of: [deleteChannelSubscription],
  run: async (request, { id }) => ({
    body: shownSubscription(await call(request, deleteChannelSubscription, { id })),
  }),
});

/** Where a reseller is notified of changes. */
export const notificationRoutes = [create, list, get, update, remove];
