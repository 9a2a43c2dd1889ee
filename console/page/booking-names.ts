/** By which names a booking may be searched for. Pure. */

/** The id of a booking, where that is what was typed. */
export function bookingIdIn(text: string): string | undefined {
  return /^bkg_[0-9a-f]{32}$/.test(text) ? text : undefined;
}

/** Whether the text is the booking's own reference, in any case. */
export function isNamed({ reference }: { readonly reference: string }, text: string): boolean {
  return reference === text.toUpperCase();
}
