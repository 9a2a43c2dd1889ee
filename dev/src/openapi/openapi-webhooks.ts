/** Messages that Slipway sends, as OpenAPI webhooks: Standard Webhooks 1.0 with our bodies. */
import {
  bookingUpdate,
  departureUpdate,
  endpointChallenge,
  orderUpdate,
  productUpdate,
  sync,
} from "@slipway/contracts";
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";

/**
 * The tag of what Slipway sends. A generator makes one class of each tag: under a tag of operations, the messages would
 * replace them.
 */
export const messageTag = "messages";

/** By which a receiver knows who sent a message, and which one it is. */
export const messageHeaders = z.object({
  "webhook-id": z.string().meta({
    description: "The same on every attempt at a message: a receiver drops those that it has.",
    examples: ["msg_019aa5b1e340749d9337ee3bf2502430"],
  }),
  "webhook-timestamp": z.string().meta({
    description:
      "When the attempt was made, in seconds since 1970. Refuse one of over 5 minutes ago.",
    examples: ["1795255200"],
  }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by dots; two, apart by a space, for 24 hours after a rotation.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

const answers = {
  "2XX": { description: "The message has been taken: it is not sent again." },
  410: { description: "The receiver is gone for good: its webhook subscription is disabled." },
  default: { description: "Any other answer is a failure: the message is sent again later." },
};

function receiving(name: string, what: string, body: z.ZodType): ZodOpenApiOperationObject {
  return {
    operationId: `receive${name}`,
    tags: [messageTag],
    summary: `Notifies a receiver of ${what}`,
    description:
      "Each message arrives at least once, within seconds, in no promised order. Answer within 15 seconds, verify the signature first, and drop repeats by `webhook-id`.",
    security: [],
    requestParams: { header: messageHeaders },
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: answers,
  };
}

const challengeAnswers = {
  200: {
    description:
      "The address wants deliveries. The answer has the text of the challenge and nothing else, as JSON or as plain text.",
    content: {
      "application/json": {
        schema: z
          .object({
            challenge: z.string().meta({
              description: "The text of the challenge.",
              examples: ["l1Jm7JvN0b5Yk0WcJmV7y3k0pP4oTq2xq3f8uF1vB6E"],
            }),
          })
          .meta({
            id: "EndpointChallengeAnswer",
            description: "Shows that the address wants deliveries.",
          }),
      },
    },
  },
  default: {
    description: "Any other answer: nothing is delivered, and the attempt is CHALLENGE_FAILED.",
  },
};

/** The messages by their names. */
export const webhooks: Record<string, ZodOpenApiPathItemObject> = {
  ENDPOINT_CHALLENGE: {
    post: {
      ...receiving("EndpointChallenge", "a challenge to be answered", endpointChallenge),
      description:
        "Comes before the first delivery of a tenant to an origin, where the installation has `WEBHOOK_CHALLENGE`. Verify the signature, and answer the text within 15 seconds.",
      responses: challengeAnswers,
    },
  },
  BOOKING_UPDATE: { post: receiving("BookingUpdate", "a booking that has changed", bookingUpdate) },
  ORDER_UPDATE: { post: receiving("OrderUpdate", "an order that has changed", orderUpdate) },
  DEPARTURE_UPDATE: {
    post: receiving(
      "DepartureUpdate",
      "a departure that was called off or reopened",
      departureUpdate,
    ),
  },
  PRODUCT_UPDATE: {
    post: receiving("ProductUpdate", "a product that has changed", productUpdate),
  },
  AVAILABILITY_UPDATE: {
    post: receiving("AvailabilityUpdate", "vacancies that have changed", sync.availabilityUpdate),
  },
};
