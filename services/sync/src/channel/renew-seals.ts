import { renewSeals as renewAll } from "@slipway/delivery";
import type { Deps } from "../deps.ts";
import type { Channel } from "./channel.ts";
import { sealedFor } from "./create-channel.ts";

/** Seals anew, with the first key, what another one has sealed of channels. Several replicas may do so. */
export async function renewSeals({ channels, sealer, log }: Deps): Promise<void> {
  const records = {
    idOf: ({ id }: Channel) => id,
    list: (...page: Parameters<typeof channels.listSealedOtherwise>) =>
      channels.listSealedOtherwise(...page),
    async renew(channel: Channel, again: (sealed: string, boundTo: string) => string) {
      const bound = sealedFor(channel.tenantId, channel.id);
      const { current, previous } = channel.secrets;
      await channels.reseal(channel, {
        current: again(current, bound),
        previous: previous && { ...previous, secret: again(previous.secret, bound) },
      });
    },
  };
  await renewAll(sealer, records, log);
}
