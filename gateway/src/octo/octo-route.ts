/** A row of the table of `/octo`. It is a route like those of `/api/v1`, of which only channels may use it. */
import assert from "node:assert";
import {
  type Action,
  type ChannelOfKey,
  type InputOf,
  type OutputOf,
  channelOf,
} from "@slipway/contracts";
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

interface RowOf<A extends Action> {
  /** Its input and output in the standard's words; it never goes over the bus. */
  readonly contract: A;
  /** The contracts that it calls. */
  readonly of: readonly Action[];
  readonly summary: string;
}

interface Row<A extends Action> extends RowOf<A>, Pick<Route, "heldBytes"> {
  readonly run: (request: OctoRequest, input: InputOf<A>) => Promise<Answer<OutputOf<A>>>;
}

interface ArrayRow<A extends Action, Item> extends RowOf<A> {
  /** Cost of a byte of its answer to the tenant, where that is not 1 (limits/reads.ts). */
  readonly weight: number;
  readonly load: (newRequest: () => OctoRequest, input: InputOf<A>) => LoadPage<Item>;
}

/** `head` is a method and a path below `/octo`, such as "GET /supplier". Success is always 200. */
export function octoRoute<A extends Action>(
  head: string,
  { contract, of, run, ...row }: Row<A>,
): Route {
  const composed = composedRoute(contract, of, (request, input) =>
    withIds(input, () => run(octoRequestOf(request), input)),
  );
  return defineRoute(head, null, composed, { ...extras, ...row });
}

/** Answers an array page by page: no whole answer is held in memory. */
export function octoArray<A extends Action, Item>(
  head: string,
  { contract, of, summary, weight, load }: ArrayRow<A, Item>,
): Route {
  const pages: PagedRoute = {
    contract,
    of,
    load(newRequest, input) {
      const loadPage = load(() => octoRequestOf(newRequest()), input as InputOf<A>);
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
