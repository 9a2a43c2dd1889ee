import { z } from "zod";

const seconds = (preset: number) => z.coerce.number().positive().max(86_400).default(preset);

const settings = z.object({
  /** Recovery asks about a claim that is not attached after this long. */
  CLAIM_CONFIRM_SECONDS: seconds(60),
  /** How often recovery looks for such claims, and for steps that a crash left uncopied. */
  CLAIM_SWEEP_SECONDS: seconds(5),
});

export interface Config {
  /** Recovery asks about a claim that is not attached after this long. */
  readonly confirmMs: number;
  readonly sweepMs: number;
}

/** The settings of this service; throws at the start if one is invalid. */
export function configOf(given: Readonly<Record<string, string | undefined>>): Config {
  const parsed = settings.parse(given);
  return {
    confirmMs: parsed.CLAIM_CONFIRM_SECONDS * 1000,
    sweepMs: parsed.CLAIM_SWEEP_SECONDS * 1000,
  };
}
