/** The description of `/octo` in OpenAPI 3.1, made of its routes and their contracts. */
import { version } from "@slipway/broker";
import assert from "node:assert";
import { z } from "zod";
import {
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
  createDocument,
} from "zod-openapi";
import { asReadersTakeIt, requestOf, tidy } from "./openapi.ts";
import { notifications } from "./octo-messages.ts";
import { messageTag } from "./openapi-webhooks.ts";
import {
  type Route,
  octoErrorCodes,
  octoPrefix,
  octoRoutes,
  operationIdOf,
} from "@slipway/gateway/documented";

const json = "application/json";

const capabilitiesHeader = z.object({
  "Octo-Capabilities": z
    .string()
    .optional()
    .meta({
      description:
        "Parts of the standard that the request switches on, with commas between them. Unknown ones are ignored.",
      examples: ["octo/pricing"],
    }),
});

/** A member of an error that repeats the value sent. */
const sent = (what: string) =>
  z.string().optional().describe(`The ${what} that was sent; only of the error that names it.`);

const octoError = z
  .object({
    error: z
      .enum(octoErrorCodes)
      .meta({ id: "ErrorCode", description: "What is wrong, in the words of the standard." }),
    errorMessage: z.string().describe("What happened, in English, with the fields at fault."),
    requestId: z.string().describe("The request's `X-Request-Id`: send it to support."),
    productId: sent("`productId`"),
    optionId: sent("`optionId`"),
    unitId: sent("`unitId`"),
    availabilityId: sent("`availabilityId`"),
    uuid: sent("`uuid`"),
  })
  .meta({ id: "Error", description: "A refused request." });

const refused: Readonly<Record<string, string>> = {
  400: "Refused: `error` says why. Nothing has changed.",
  413: "Refused with BAD_REQUEST: the body is too large.",
  429: "Too many requests. `Retry-After` says when to send the next one.",
  500: "A fault of ours.",
  503: "Busy or away for a moment, and nothing was done. `Retry-After` says when to try again.",
  504: "No answer in time. What changes something may have been done: read the booking.",
};

export function octoDocument(): ReturnType<typeof createDocument> {
  return asReadersTakeIt(
    createDocument(
      {
        openapi: "3.1.0",
        info: {
          title: "Slipway for resellers (OCTO)",
          version,
          description:
            "Open Connectivity for Tours, Activities and Attractions: what a reseller reads and books of one " +
            "supplier. The key comes from `POST /api/v1/channels/{id}/keys`. Paths work with and without a slash " +
            "at their end. Every success is 200. Amounts are integers in minor units of the currency. Every answer " +
            "has `Octo-Env: live`, and a request with `Octo-Env: test` is refused: tests use a test tenant.",
          license: { name: "Apache-2.0", identifier: "Apache-2.0" },
        },
        servers: [{ url: octoPrefix, description: "The gateway that answers this document." }],
        tags: Object.entries({ ...tags, [messageTag]: "What Slipway sends to subscriptions." }).map(
          ([name, description]) => ({ name, description }),
        ),
        paths: paths(),
        webhooks: notifications,
        components: {
          securitySchemes: {
            bearer: { type: "http", scheme: "bearer", description: "A channel key, `slw_...`" },
          },
        },
      },
      { override: tidy },
    ),
  );
}

function paths(): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const described: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of octoRoutes)
    (described[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return described;
}

/** By the first part of the path. */
const tags: Readonly<Record<string, string>> = {
  supplier: "The company whose tours the key sells.",
  products: "What is for sale.",
  availability: "Departures, and who could book them for how much.",
  bookings: "Reservations and bookings.",
  notifications: "Where you are notified of changes.",
  capabilities: "Parts of the standard that a request may switch on.",
};

function tagOf({ path }: Route): string {
  const [, tag = ""] = path.split("/");
  assert(Object.hasOwn(tags, tag), `the operations below /${tag} need a tag`);
  return tag;
}

function operation(route: Route): ZodOpenApiOperationObject {
  const { description, repeat } = route.contract;
  const { requestParams, ...body } = requestOf(route);
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: [description, repeat].filter(Boolean).join("\n\n"),
    security: [{ bearer: [] }],
    requestParams: { ...requestParams, header: capabilitiesHeader },
    ...body,
    responses: responsesOf(route),
  };
}

function responsesOf({ contract, summary }: Route): ZodOpenApiResponsesObject {
  const errors = Object.entries(refused).map(([status, description]) => [
    status,
    { description, content: { [json]: { schema: octoError } } },
  ]);
  return {
    200: {
      description: contract.output.description ?? summary,
      content: { [json]: { schema: contract.output } },
    },
    ...(Object.fromEntries(errors) as ZodOpenApiResponsesObject),
  };
}
