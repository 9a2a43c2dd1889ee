import { z } from "zod";

const environment = z.object({
  /** Days for which entries are kept; 0 keeps them for ever. */
  AUDIT_KEEP_DAYS: z
    .string()
    .regex(/^\d{0,5}$/, "must be a whole number of days, 0 for ever")
    .transform((days) => (days === "" ? 730 : Number(days)))
    .default(730),
});

export interface Config {
  /** 0 keeps entries for ever. */
  readonly keepDays: number;
}

/** This service's settings; a value that cannot be read stops the start. */
export function configOf(settings: Readonly<Record<string, string | undefined>>): Config {
  return { keepDays: environment.parse(settings).AUDIT_KEEP_DAYS };
}
