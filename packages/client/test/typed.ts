/** Code that the types allow or forbid. TypeScript checks it here and, packed, in the oldest and newest supported version. */
import {
  type Booking,
  type BookingPage,
  type BookingsCreateRefusal,
  type Deleted,
  type ErrorCode,
  type Slipway,
  type SlipwayProblem,
  type Supplier,
  type SupplierPage,
  isProblem,
  verifyWebhook,
} from "@slipway/client";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Compiles only where a value has exactly this type. */
function expectType<Expected>() {
  return <Given>(_given: Given, ..._same: Same<Given, Expected> extends true ? [] : [never]) => {};
}

const order = {
  optionId: "opt_1",
  startAt: "2027-06-15T07:00:00Z",
  unitItems: [{ unitId: "unt_1", quantity: 2 }],
} as const;

export async function allowed(slipway: Slipway): Promise<void> {
  expectType<Booking>()(await slipway.bookings.create(order, { idempotencyKey: "sale-1" }));
  expectType<readonly Supplier[]>()(await slipway.suppliers.list());
  expectType<SupplierPage>()(await slipway.suppliers.list({ limit: 20, offset: 40 }));
  expectType<BookingPage>()(await slipway.bookings.list({ status: "PENDING", limit: 20 }));
  expectType<readonly Booking[]>()(await slipway.bookings.list({ supplierId: "sup_1" }));
  expectType<string | null>()((await slipway.bookings.list({ cursor: "c" })).nextCursor);
  expectType<Deleted>()(await slipway.suppliers.archive("sup_1", { timeoutMs: 1_000 }));
  expectType<Blob>()(await slipway.products.getPhotoContent("prd_1", "pho_1"));
  expectType<Booking>()((await slipway.bookings.get("bkg_1").withResponse()).data);
  for await (const supplier of slipway.suppliers.all()) expectType<Supplier>()(supplier);
  const feed = slipway.bookings.changes({ since: order.startAt });
  for await (const booking of feed) expectType<Booking>()(booking);
  expectType<string>()(feed.watermark);
  const event = await verifyWebhook("", new Headers(), ["whsec_", "whsec_"]);
  if (event.type === "BOOKING_UPDATE") expectType<string>()(event.data.bookingId);
  else if (event.type === "ENDPOINT_CHALLENGE") expectType<string>()(event.data.challenge);
  else if (event.type === "ORDER_UPDATE") expectType<string>()(event.data.orderId);
  else if (event.type === "PRODUCT_UPDATE") expectType<string>()(event.data.productId);
  else if (event.type === "DEPARTURE_UPDATE") expectType<string>()(event.data.startAt);
  else expectType<"AVAILABILITY_UPDATE">()(event.type);
}

export async function refused(slipway: Slipway): Promise<void> {
  // @ts-expect-error An option is required.
  await slipway.bookings.create({ unitItems: [] });
  // @ts-expect-error It is no status that a new booking may have.
  await slipway.bookings.create({ ...order, status: "EXPIRED" });
  // @ts-expect-error No such member.
  await slipway.bookings.create({ ...order, unitItem: [] });
  // @ts-expect-error An id is required.
  await slipway.bookings.get();
  // @ts-expect-error Only a booking is made with an idempotency key.
  await slipway.suppliers.create({ name: "A", timezone: "UTC" }, { idempotencyKey: "k" });
  // @ts-expect-error A page begins only where it has a length.
  await slipway.suppliers.list({ offset: 20 });
  // @ts-expect-error A price list is required.
  await slipway.options.setPricingPeriods("opt_1", { pricingPer: "UNIT" });
  // @ts-expect-error Without a range nothing departs.
  await slipway.availability.list({ optionId: "opt_1" });
  // @ts-expect-error No such operation.
  await slipway.bookings.delete("bkg_1");
  // @ts-expect-error The token comes from the booking that was read.
  await slipway.bookings.change("bkg_1", () => ({ expectedUpdatedAt: "", unitItems: [] }));
  const booking = await slipway.bookings.get("bkg_1");
  // @ts-expect-error An answer is not to be changed.
  booking.status = "CONFIRMED";
}

/** Each check of a code removes it from the type of those that remain. */
export function adviceFor(code: BookingsCreateRefusal): string {
  if (code === "CAPACITY_EXHAUSTED") return "another departure";
  expectType<Exclude<BookingsCreateRefusal, "CAPACITY_EXHAUSTED">>()(code);
  // @ts-expect-error It is a code of other operations.
  if (code === "KEY_IN_USE") return "another key";
  return "another order";
}

export function narrowed(error: unknown): void {
  if (isProblem(error, "HOLD_EXPIRED")) expectType<"HOLD_EXPIRED">()(error.code);
  if (isProblem<BookingsCreateRefusal>(error)) adviceFor(error.code);
  if (isProblem(error)) {
    expectType<SlipwayProblem>()(error);
    // A later release may add codes: they are texts.
    if (error.code === "SOME_LATER_CODE") expectType<number | undefined>()(error.retryAfterMs);
    // @ts-expect-error It may be a code that this client does not know.
    expectType<ErrorCode>()(error.code);
  }
}
