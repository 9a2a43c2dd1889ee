import type { Deps } from "../deps.ts";
import { sealedFor } from "./subscription.ts";

const atOnce = 100;

/**
 * Seals anew, with the first key, what another one has sealed: once nothing is found, that key can
 * go. Answers how many subscriptions it has changed. Several replicas may do so.
 */
export async function renewSeals({ subscriptions, sealer, config }: Deps): Promise<number> {
  const [key] = config.keys;
  const found = await subscriptions.listSealedOtherwise(key?.name ?? "", atOnce);
  for (const subscription of found) {
    const bound = sealedFor(subscription);
    const again = (sealed: string): string => sealer.seal(sealer.open(sealed, bound), bound);
    const { secret, headers, previousSecret } = subscription;
    await subscriptions.reseal(subscription, {
      secret: again(secret),
      headers: headers && again(headers),
      previousSecret: previousSecret && {
        ...previousSecret,
        secret: again(previousSecret.secret),
      },
    });
  }
  return found.length === atOnce
    ? found.length + (await renewSeals({ subscriptions, sealer, config } as Deps))
    : found.length;
}
