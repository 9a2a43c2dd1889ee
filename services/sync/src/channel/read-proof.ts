/** Channels as they are answered: with when the origins of their addresses were proven. */
import assert from "node:assert";
import { withProof } from "@slipway/delivery";
import type { AnsweredChannel, ShownChannel } from "../record/channel.ts";
import type { ChannelDeps } from "./deps.ts";

export async function shown(deps: ChannelDeps, record: AnsweredChannel): Promise<ShownChannel> {
  const [found] = await allShown(deps, record.tenantId, [record]);
  assert(found, "each record is answered");
  return found;
}

export function allShown(
  { origins }: ChannelDeps,
  tenantId: string,
  records: readonly AnsweredChannel[],
): Promise<ShownChannel[]> {
  return withProof(origins, { tenantId, records }, ({ endpointUrl }) => endpointUrl);
}
