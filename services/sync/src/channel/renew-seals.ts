import { renewSeals } from "@slipway/delivery";
import { type ClockedLoop, clockedLoop } from "../worker-pool.ts";
import type { Deps } from "../deps.ts";
import type { Channel } from "./channel.ts";
import { sealedFor } from "./create-channel.ts";

const everyMs = 60 * 60 * 1_000;

/** At the start and every hour: seals anew, with the first key, what another one has sealed of channels. */
export function sealTimer({ channels, sealer, log, warn }: Deps): ClockedLoop {
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
  const loop = clockedLoop({ everyMs, look: () => renewSeals(sealer, records, log), warn });
  return {
    ...loop,
    start() {
      loop.start();
      loop.wake();
    },
  };
}
