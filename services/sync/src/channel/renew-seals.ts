import { renewSeals as renewAll, resealed } from "@slipway/delivery";
import type { ChannelDeps } from "./deps.ts";
import type { Channel } from "../record/channel.ts";
import { sealedFor as boundToSubscription } from "../record/subscription.ts";
import { sealedFor } from "./create-channel.ts";

/** Seals anew, with the first key, what another one has sealed of channels. Several replicas may do so. */
export async function renewSeals({ channels, sealer, log }: ChannelDeps): Promise<void> {
  const records = {
    idOf: ({ id }: Channel) => id,
    list: (...page: Parameters<typeof channels.listSealedOtherwise>) =>
      channels.listSealedOtherwise(...page),
    async renew(channel: Channel, again: (sealed: string, boundTo: string) => string) {
      const bound = sealedFor(channel.tenantId, channel.id);
      const { current, previous } = channel.secrets;
      const kept = { secret: current, previousSecret: previous, headers: null };
      const seals = resealed(kept, (sealed) => again(sealed, bound));
      const secrets = { current: seals.secret, previous: seals.previousSecret };
      const subscriptions = channel.subscriptions.map((each) => {
        const boundTo = boundToSubscription(channel, each.id);
        const { secret, headers } = each;
        return { ...each, secret: again(secret, boundTo), headers: again(headers, boundTo) };
      });
      await channels.reseal(channel, { secrets, subscriptions });
    },
  };
  await renewAll(sealer, records, log);
}
