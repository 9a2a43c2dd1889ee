/** Answers of operations, as OpenAPI responses. */
import { type RefusalCode, primitives, refusals } from "@slipway/contracts";
import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { type HeaderName, headersOf } from "./openapi-headers.ts";
import { linksOf } from "./openapi-links.ts";
import { problem, refusalCodes } from "./openapi-problem.ts";
import { routeRefusals } from "./route-refusals.ts";
import { type Route, clientFields, hasTag, routes } from "@slipway/gateway/documented";

const json = "application/json";

export function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const common = route.contract.kind === "read" ? ofAnyRead : ofAnyWrite;
  const byStatus = Map.groupBy(routeRefusals(route), (code) => refusals[code].status);
  const own = [...byStatus].filter(([, codes]) => !codes.every((code) => common.codes.has(code)));
  const refused = own.map(([status, codes]) => [String(status), refusedResponse(codes)]);
  return {
    ...successOf(route),
    ...Object.fromEntries(refused),
    default: common.response,
  } as ZodOpenApiResponsesObject;
}

function successOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  if (route.raw)
    return route.raw.header ? followed(route) : streamed(route, route.raw.contentTypes);
  const schema = answerSchema(route);
  const content = { [json]: { schema } };
  const tag = hasTag(route) ? (["ETag"] as const) : [];
  const replayed = route.contract.keyed ? (["Idempotent-Replayed"] as const) : [];
  const own = [...(route.answerHeaders ?? []), ...tag, ...replayed];
  const headers = headersOf(route.status, { own, isCounted: !route.open });
  const links = linksOf(route);
  const repeat = {
    description: "A repeat: the record that the first request made, as it is now.",
    ...headers,
    content,
  };
  return {
    ...(route.repeatStatus === undefined ? {} : { [route.repeatStatus]: repeat }),
    [route.status]: {
      description: answerText(route),
      ...headers,
      content,
      ...(Object.keys(links).length > 0 ? { links } : {}),
    },
  };
}

/** Description of a successful answer: that of its record, or else that of the operation. */
function answerText({ contract, summary }: Route): string {
  return contract.output.description ?? contract.description ?? summary;
}

/** Events, for as long as the client stays. */
function followed(route: Route): Record<string, ZodOpenApiResponseObject> {
  const content = { "text/event-stream": { schema: z.string() } };
  const headers = headersOf(route.status, { own: ["X-Accel-Buffering"] });
  return { [route.status]: { description: route.summary, ...headers, content } };
}

/** Bytes: whole, a range of them, or none where the client has them or none are where it asks. */
function streamed(
  route: Route,
  contentTypes: readonly string[],
): Record<string, ZodOpenApiResponseObject> {
  const { status } = route;
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: {} }]));
  const kept = ["Accept-Ranges", "Cache-Control", "ETag"] as const;
  const headers = (...own: HeaderName[]) => headersOf(status, { own: [...kept, ...own] });
  const whole = { ...headers("Content-Disposition"), content };
  const part = { ...headers("Content-Disposition", "Content-Range"), content };
  return {
    [status]: { description: answerText(route), ...whole },
    206: { description: "The range that `Range` asks for.", ...part },
    304: { description: "`If-None-Match` names these very bytes.", ...headers() },
    416: {
      description: "Nothing is in the range that `Range` asks for.",
      ...headers("Content-Range"),
    },
  };
}

/**
 * Schema of a route's answer. A list without `limit` is an array; with it, one page and the total. With
 * `updatedSince` or `cursor` it is a page of the change feed.
 */
function answerSchema(route: Route): z.ZodType {
  const { output } = route.contract;
  if (!route.paged) return output;
  const { items } = (output as z.ZodObject<{ items: z.ZodArray<z.ZodType> }>).shape;
  if (route.paged === "array" || !("limit" in clientFields(route))) return items;
  return lists.get(route) ?? items;
}

/** The forms of lists that answer pages, made once: their names may stand for one schema each. */
const lists = new Map(
  routes.filter(({ paged }) => paged === true).map((route) => [route, listSchema(route)]),
);

function listSchema({ contract, changes }: Route): z.ZodType {
  const { items } = (contract.output as z.ZodObject<{ items: z.ZodArray<z.ZodType> }>).shape;
  const record = items.element.meta()?.id ?? "";
  const page = z
    .object({
      items: items.describe("The records of this page, in the order of the list."),
      total: z.int().min(0).describe("How many records the whole list has, 0 or more."),
    })
    .meta({ id: `${record}Page`, description: "A page of the list and the length of all of it." });
  if (!changes) return z.union([items, page]);
  const changed = z
    .object({
      items: items.describe("Records that have changed, by `updatedAt` and then by id."),
      nextCursor: z.string().nullable().meta(primitives.nextCursor),
    })
    .meta({ id: `${record}Changes`, description: "A page of the change feed." });
  return z.union([items, page, changed]);
}

function refusedResponse(all: readonly RefusalCode[]): ZodOpenApiResponseObject {
  const [only, ...more] = all;
  const shared = only && more.length === 0 ? single.get(only) : undefined;
  return shared ?? refusalResponse(all);
}

/** A status with one code alone is described once. */
const single = new Map(
  refusalCodes.map((code) => [code, { id: code, ...refusalResponse([code]) }]),
);

function refusalResponse(all: readonly RefusalCode[]): ZodOpenApiResponseObject {
  return {
    description: all.map((code) => `- \`${code}\`: ${refusals[code].description}`).join("\n"),
    ...headersOf(all[0] ? refusals[all[0]].status : 0),
    ...problemContent(all),
  };
}

/**
 * Refusals that any operation may answer. A response for each of these statuses at each operation would be a
 * quarter of what generators make of the document.
 */
const ofAny = [
  "UNAUTHENTICATED",
  "RATE_LIMITED",
  "INTERNAL",
  "OVERLOADED",
  "SERVICE_UNAVAILABLE",
] as const;
const ofAnyRead = createOfAny("OfAnyRead", [...ofAny, "DEADLINE_EXCEEDED"]);
const ofAnyWrite = createOfAny("OfAnyWrite", [...ofAny, "OUTCOME_UNKNOWN"]);

function createOfAny(
  id: string,
  codes: readonly RefusalCode[],
): { codes: ReadonlySet<RefusalCode>; response: ZodOpenApiResponseObject & { id: string } } {
  const lines = codes.map(
    (code) => `- ${refusals[code].status} \`${code}\`: ${refusals[code].description}`,
  );
  const response = {
    id,
    description: `Any operation may answer these:\n${lines.join("\n")}`,
    ...headersOf(0, { own: ["Retry-After", "WWW-Authenticate"] }),
    ...problemContent(codes),
  };
  return { codes: new Set(codes), response };
}

function problemContent(
  codes: readonly RefusalCode[],
): Required<Pick<ZodOpenApiResponseObject, "content">> {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
  return { content: { [json]: { schema: problem, examples } } };
}
