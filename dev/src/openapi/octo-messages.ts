/** Messages to subscriptions, as OpenAPI webhooks. */
import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { messageHeaders, messageTag } from "./openapi-webhooks.ts";
import { notificationType } from "@slipway/gateway/documented";

const date = (which: string) =>
  z.string().optional().describe(`${which} that has changed, YYYY-MM-DD, local to the product.`);

/** Every member is there that its kind has. */
const data = z
  .object({
    productId: z.string().optional().describe("Of PRODUCT_UPDATE and AVAILABILITY_UPDATE."),
    optionId: z.string().optional().describe("Of AVAILABILITY_UPDATE."),
    localDateStart: date("Of AVAILABILITY_UPDATE: the first day"),
    localDateEnd: date("Of AVAILABILITY_UPDATE: the last day"),
    uuid: z.string().optional().describe("Of BOOKING_UPDATE: the booking's `uuid`."),
  })
  .meta({
    id: "OctoNotificationData",
    description: "What has changed, by its ids. Read it to see how.",
  });

const notification = z
  .object({
    id: z.string().describe("Id of the notification: the same on every attempt, as `webhook-id`."),
    subscriptionId: z.string().describe("Id of the subscription that it is sent to."),
    notificationType,
    utcCreatedAt: z
      .string()
      .meta({ format: "date-time", description: "When it was made, in UTC." }),
    data,
  })
  .meta({ id: "OctoNotification", description: "What a subscription is sent." });

/** The messages by their names. */
export const notifications: Record<string, ZodOpenApiPathItemObject> = {
  NOTIFICATION: {
    post: {
      operationId: "receiveNotification",
      tags: [messageTag],
      summary: "Notifies a subscription of what has changed",
      description:
        "Arrives at least once, within seconds, in no promised order, signed by Standard Webhooks 1.0. Answer within 15 seconds, verify the signature first, and drop repeats by `webhook-id`.",
      security: [],
      requestParams: { header: messageHeaders },
      requestBody: {
        required: true,
        content: { "application/json": { schema: notification } },
      },
      responses: {
        "2XX": { description: "The notification has been taken: it is not sent again." },
        410: { description: "The notification is not wanted: it is not sent again." },
        default: { description: "Any other answer is a failure: it is sent again later." },
      },
    },
  },
};
