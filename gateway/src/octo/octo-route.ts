/** A row of the table of `/octo`. It is a route like those of `/api/v1`, of which only channels may use it. */
import assert from "node:assert";
import {
  type Action,
  type ChannelOfKey,
  type InputOf,
  type OutputOf,
  channelOf,
} from "@slipway/contracts";
import { type Answer, type Route, type UserRequest, composedRoute, defineRoute } from "../route.ts";
import { type Capability, capabilitiesOf } from "./capabilities.ts";
import { withSent } from "./errors.ts";

export const octoPrefix = "/octo";

/** A request of a reseller. */
export interface OctoRequest extends UserRequest {
  /** The channel that it comes from, and the supplier whose tours that sells. */
  readonly channel: ChannelOfKey;
  readonly capabilities: ReadonlySet<Capability>;
}

interface Row<A extends Action> {
  /** Its input and output in the standard's words; it never goes over the bus. */
  readonly contract: A;
  /** The contracts that it calls. */
  readonly of: readonly Action[];
  readonly summary: string;
  readonly run: (request: OctoRequest, input: InputOf<A>) => Promise<Answer<OutputOf<A>>>;
}

/** `head` is a method and a path below `/octo`, such as "GET /supplier". Success is always 200. */
export function octoRoute<A extends Action>(
  head: string,
  { contract, of, summary, run }: Row<A>,
): Route {
  const composed = composedRoute(contract, of, async (request, input) => {
    const channel = channelOf(request.caller);
    assert(channel, "the caller has a channel key");
    const { active: capabilities } = capabilitiesOf(request.headers);
    try {
      return await run({ ...request, channel, capabilities }, input);
    } catch (error) {
      throw withSent(error, input as Record<string, unknown>);
    }
  });
  return defineRoute(head, null, composed, {
    narrowing: "own",
    status: 200,
    forChannels: true,
    summary,
  });
}
