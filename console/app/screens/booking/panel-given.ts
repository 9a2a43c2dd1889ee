import type { Part } from "../../../page/screens/booking/load-booking.ts";

/** The level of the heading that names the booking; those of its parts are one below. */
export type Level = 1 | 3;

/** The part of the booking that is being changed, or its end. */
export type Change = "move" | "party" | "details" | "cancel" | "reject";

export interface PanelGiven {
  readonly part: Part;
  readonly level: Level;
  readonly close: () => void;
}
