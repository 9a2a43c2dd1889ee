type Metadata = Readonly<Record<string, unknown>>;

/** Whether the operator approves bookings: `directBooking` of the option, else of the product, is false. */
export function asksForApproval(option: Metadata, product: Metadata): boolean {
  const own = option["directBooking"];
  const directBooking = typeof own === "boolean" ? own : product["directBooking"];
  return directBooking === false;
}
