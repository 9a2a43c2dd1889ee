import { z } from "zod";
import type { Config } from "./deps.ts";

const seconds = (preset: number) => z.coerce.number().positive().max(86_400).default(preset);

const settings = z.object({
  /** A claim that no booking is known to name is asked about after this long. */
  CLAIM_CONFIRM_SECONDS: seconds(60),
  /** How often it is looked for such claims and for steps that a crash has left uncopied. */
  CLAIM_SWEEP_SECONDS: seconds(5),
});

/** The settings of this service; fails at the start on one that makes no sense. */
export function configOf(given: Readonly<Record<string, string | undefined>> = {}): Config {
  const parsed = settings.parse(given);
  return {
    confirmMs: parsed.CLAIM_CONFIRM_SECONDS * 1000,
    sweepMs: parsed.CLAIM_SWEEP_SECONDS * 1000,
  };
}
