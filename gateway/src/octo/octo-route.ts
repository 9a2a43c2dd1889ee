/** A row of the table of `/octo`. It is a route like those of `/api/v1`, of which only channels may use it. */
import assert from "node:assert";
import { type Action, type ChannelOfKey, channelOf, mutation, read } from "@slipway/contracts";
import type { z } from "zod";
import type { LoadPage } from "../route/pages.ts";
import {
  type Answer,
  type PagedRoute,
  type Route,
  type UserRequest,
  composedRoute,
  defineRoute,
} from "../route/route.ts";
import { type Capability, capabilitiesOf } from "./capabilities.ts";
import { withSent } from "./errors.ts";
import type { ProductCache } from "./product-cache.ts";

export const octoPrefix = "/octo";

export interface OctoRequest extends UserRequest {
  /** The products that its bookings are shown with. */
  readonly products: ProductCache;
  /** The channel that it comes from, and the supplier whose tours that sells. */
  readonly channel: ChannelOfKey;
  readonly capabilities: ReadonlySet<Capability>;
}

/** A contract in the standard's words, which never goes over the bus, and what the document says of its route. */
interface RowOf<Input extends z.ZodType, Output extends z.ZodType>
  extends Pick<Action<Input, Output>, "name" | "description" | "repeat" | "input" | "output">,
    Partial<Pick<Action, "refusals">> {
  readonly of: readonly Action[];
  readonly summary: string;
}

interface Row<Input extends z.ZodType, Output extends z.ZodType>
  extends RowOf<Input, Output>,
    Pick<Route, "heldBytes"> {
  readonly run: (request: OctoRequest, input: z.output<Input>) => Promise<Answer<z.output<Output>>>;
}

interface ArrayRow<Input extends z.ZodType, Output extends z.ZodType, Item>
  extends RowOf<Input, Output> {
  /** Cost of a byte of its answer to the tenant, where that is not 1 (limits/reads.ts). */
  readonly weight: number;
  readonly load: (newRequest: () => OctoRequest, input: z.output<Input>) => LoadPage<Item>;
}

/** A read has no effect that a repeat could have, too. */
function contractOf<Input extends z.ZodType, Output extends z.ZodType>(
  row: RowOf<Input, Output>,
): Action<Input, Output> {
  return (row.repeat === undefined ? read : mutation)(row.name, row);
}

/** `head` is a method and a path below `/octo`, such as "GET /supplier". Success is always 200. */
export function octoRoute<Input extends z.ZodType, Output extends z.ZodType>(
  head: string,
  row: Row<Input, Output>,
): Route {
  const { of, run, summary, heldBytes } = row;
  const composed = composedRoute(contractOf(row), of, (request, input) =>
    withIds(input, () => run(octoRequestOf(request), input)),
  );
  const columns = { ...extras, summary, ...(heldBytes !== undefined && { heldBytes }) };
  return defineRoute(head, null, composed, columns);
}

/** Answers an array page by page: no whole answer is held in memory. */
export function octoArray<Input extends z.ZodType, Output extends z.ZodType, Item>(
  head: string,
  row: ArrayRow<Input, Output, Item>,
): Route {
  const { of, summary, weight, load } = row;
  const pages: PagedRoute = {
    contract: contractOf(row),
    of,
    load(newRequest, input) {
      const loadPage = load(() => octoRequestOf(newRequest()), input as z.output<Input>);
      return (at) => withIds(input, () => loadPage(at));
    },
  };
  return defineRoute(head, null, pages, { ...extras, summary, weight });
}

const extras = { narrowing: "own", status: 200, forChannels: true } as const;

/** The route as this gateway serves it: each request brings the gateway's cache of products. */
export function withProducts(route: Route, products: ProductCache): Route {
  const { composed, pages } = route;
  const added = (request: UserRequest) => ({ ...request, products });
  return {
    ...route,
    ...(composed && {
      composed: { ...composed, run: (request, input) => composed.run(added(request), input) },
    }),
    ...(pages && {
      pages: { ...pages, load: (next, input) => pages.load(() => added(next()), input) },
    }),
  };
}

function octoRequestOf(request: UserRequest): OctoRequest {
  const channel = channelOf(request.caller);
  assert(channel, "the caller has a channel key");
  const { products } = request as UserRequest & Partial<Pick<OctoRequest, "products">>;
  assert(products, "the route was made by withProducts");
  return { ...request, channel, products, capabilities: capabilitiesOf(request.headers).active };
}

/** Errors name the ids that the request sent. */
async function withIds<Result>(input: unknown, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw withSent(error, input as Record<string, unknown>);
  }
}
