/** How much is free, in steps that a sign, a colour and a word show. Pure. */

export type Level = "nothing" | "full" | "few" | "free" | "blocked";

/** Beside the colour, because a colour alone says nothing to some. */
export const signs: Readonly<Record<Level, string>> = {
  nothing: "·",
  full: "✕",
  few: "◔",
  free: "●",
  blocked: "▨",
};

/** Null is without limit. */
export interface Places {
  readonly vacancies: number | null;
  readonly capacity: number | null;
}

/** A third of the places or less are few. */
export function levelOf({ vacancies, capacity }: Places): Level {
  if (vacancies === null || capacity === null) return "free";
  if (vacancies <= 0) return "full";
  return vacancies * 3 <= capacity ? "few" : "free";
}
