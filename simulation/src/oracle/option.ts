/** I2: what a booking says of its option fits together after every write, and only a change moves it. */
import { optionOf, productOf } from "../fixture.ts";
import { Violation } from "../violation.ts";
import { newActions } from "./details.ts";
import type { BookingDocument } from "./records.ts";

/** One write sets the option with its product, units and price: nobody sees half of it. */
export function checkOption(booking: BookingDocument): void {
  const { _id, optionId, productId, supplierId, unitItems, pricingSnapshot } = booking;
  const option = optionOf(optionId);
  const unitIds = [...unitItems, ...pricingSnapshot.unitPricing].map(({ unitId }) => unitId);
  const isWhole =
    option?.supplierId === supplierId &&
    productId === productOf(option) &&
    unitIds.every((unitId) => unitId === `${optionId}-adult`);
  if (!isWhole) throw new Violation("I2", `${_id} has parts of another option than ${optionId}`);
}

/** Checks a durable change of a booking against the options before and after it. */
export function checkOptions(before: BookingDocument, after: BookingDocument): void {
  checkApproval(before, after);
  if (after.optionId === before.optionId) return;
  const { _id, status, optionId } = after;
  if (!newActions(before, after).includes("booking.updated") || status !== before.status)
    throw new Violation("I2", `${_id} went to ${optionId} by something else than a change`);
  if (after.supplierId !== before.supplierId)
    throw new Violation("I2", `${_id} went to another supplier`);
  if (status === "CONFIRMED" && optionOf(optionId)?.needsApproval)
    throw new Violation("I2", `${_id} is confirmed and nobody has approved it for ${optionId}`);
}

/** A hold becomes PENDING if the option that it has then needs approval, else CONFIRMED. */
function checkApproval(before: BookingDocument, after: BookingDocument): void {
  if (before.status !== "ON_HOLD" || !["PENDING", "CONFIRMED"].includes(after.status)) return;
  const needsApproval = optionOf(after.optionId)?.needsApproval ?? false;
  if ((after.status === "PENDING") === needsApproval) return;
  throw new Violation("I2", `${after._id} of ${after.optionId} became ${after.status}`);
}
