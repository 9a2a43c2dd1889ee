/** Says what a booking that waits keeps from others, and for how long. */
import { clockText, secondsLeft } from "../../parts/hold-time.ts";
import { durationWords } from "../../parts/time-words.ts";
import { counted, texts } from "../../texts/texts.ts";
import { fill } from "../../texts/fill.ts";
import { type Waiting, keepsOf } from "./waiting.ts";

export function keepsWords(row: Waiting): string {
  const words = texts.holds;
  const keeps = keepsOf(row);
  const { places } = keeps;
  switch (keeps.kind) {
    case "unlimited":
      return words.keepsNone;
    case "unknown":
      return counted(places, words.keepsPlaces);
    case "last":
      return counted(places, words.keepsLast);
    case "some":
      return counted(places, words.keepsSome, { free: keeps.free });
  }
}

/** Minutes, and the unit that they are told in from there on: whole days from the second, whole hours from the first. */
const fulls = [
  [2_880, 1_440],
  [60, 60],
] as const;

/** How long it waits, or how long it may. */
export function sinceWords({ booking }: Waiting, now: number): string {
  const words = texts.holds;
  if (booking.status === "ON_HOLD")
    return fill(words.left, { time: clockText(secondsLeft(booking, now)) });
  const minutes = Math.max(0, Math.floor((now - Date.parse(booking.createdAt)) / 60_000));
  const [, full] = fulls.find(([from]) => minutes >= from) ?? [0, 1];
  return durationWords(minutes - (minutes % full));
}
