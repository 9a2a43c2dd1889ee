/** How long a hold lasts. Pure. */
import type { Booking } from "@slipway/client";

/** Until the end of a hold; 0 when it is over. */
export function secondsLeft({ expiresAt }: Pick<Booking, "expiresAt">, now: number): number {
  if (expiresAt === null) return 0;
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
}

/** "1:05:09", or "4:09" within the hour. */
export function clockText(seconds: number): string {
  const two = (count: number): string => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

const moreMinutes = 30;
/** The API takes no more. */
const holdMinutesMax = 1_440;

/** The minutes from now for which a hold must last to get half an hour more. */
export function extendedMinutes(booking: Pick<Booking, "expiresAt">, now: number): number {
  return Math.min(holdMinutesMax, Math.ceil(secondsLeft(booking, now) / 60) + moreMinutes);
}
