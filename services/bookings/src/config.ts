import type { ServiceOptions } from "@slipway/broker";
import { z } from "zod";

const settings = z.object({
  /** How often holds are looked at. A hold is swept within 5 s of its expiry. */
  HOLD_SWEEP_SECONDS: z.coerce.number().min(0.05).max(4).default(2),
});

export interface Config {
  sweepMs: number;
}

/** The service's settings, checked; fails at start with the setting's name. */
export function configOf({ settings: given }: Pick<ServiceOptions, "settings">): Config {
  const parsed = settings.parse(given ?? {});
  return { sweepMs: parsed.HOLD_SWEEP_SECONDS * 1_000 };
}
