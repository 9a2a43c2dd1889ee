import { expect, it } from "@jest/globals";
import { type Subscription, notificationText, subscribedTo } from "./subscription.ts";

const subscription: Subscription = {
  id: "sub_1",
  supplierId: "sup_1",
  url: "https://resale.example/octo",
  notificationTypes: ["PRODUCT_UPDATE", "BOOKING_UPDATE"],
  headerNames: [],
  headers: "key.sealed",
  secret: "key.sealed",
};
const channel = { status: "ACTIVE", supplierId: null, subscriptions: [subscription] } as const;

it.each<[string, Parameters<typeof subscribedTo>, number]>([
  ["what it has asked for", [channel, "PRODUCT_UPDATE", "sup_1"], 1],
  ["nothing else", [channel, "AVAILABILITY_UPDATE", "sup_1"], 0],
  ["no other supplier", [channel, "PRODUCT_UPDATE", "sup_2"], 0],
  [
    "while its channel is active",
    [{ ...channel, status: "DISABLED" }, "PRODUCT_UPDATE", "sup_1"],
    0,
  ],
  [
    "while it sells the supplier",
    [{ ...channel, supplierId: "sup_2" }, "PRODUCT_UPDATE", "sup_1"],
    0,
  ],
  ["by its own supplier, too", [{ ...channel, supplierId: "sup_1" }, "BOOKING_UPDATE", "sup_1"], 1],
])("a subscription is notified of %s", (_what, asked, count) => {
  expect(subscribedTo(...asked)).toHaveLength(count);
});

it("says what happened to what, and nothing more", () => {
  const text = notificationText({
    id: "job_1",
    subscriptionId: "sub_1",
    type: "BOOKING_UPDATE",
    createdAt: new Date("2027-07-01T08:00:00.000Z"),
    data: '{"uuid":"0f3a"}',
  });
  expect(JSON.parse(text)).toEqual({
    id: "job_1",
    subscriptionId: "sub_1",
    notificationType: "BOOKING_UPDATE",
    utcCreatedAt: "2027-07-01T08:00:00.000Z",
    data: { uuid: "0f3a" },
  });
});
