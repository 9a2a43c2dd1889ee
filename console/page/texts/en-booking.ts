/** English texts of the pages of bookings: finding one, and all of one. */

export const find = {
  title: "Bookings",
};

export const booking = {
  title: "Booking",
  externalId: "Name elsewhere",
  resellerReference: "Reseller’s reference",
  made: "Booked",
  heldUntil: "Held until",
  action: {
    confirm: "Confirm",
    approve: "Approve",
    extend: "30 minutes more",
    reject: "Reject",
    cancel: "Cancel the booking",
  },
  now: "Done. The booking now is: {status}.",
  end: {
    cancel: {
      one: "Cancel this booking, {count} place of {time}?",
      other: "Cancel this booking, {count} places of {time}?",
    },
    reject: {
      one: "Reject this booking, {count} place of {time}?",
      other: "Reject this booking, {count} places of {time}?",
    },
  },
  moved: "Done. It departs {time}.",
  newPrice: "New price",
  keepPrice: "Keep the old price",
  oldStartPrice: "Price of the old departure",
  samePrice: "{price} (as before)",
  dearer: "{price} ({by} more)",
  cheaper: "{price} ({by} less)",
  conflict:
    "Another user has changed the booking meanwhile. Save again to add what you typed to this:",
  partyAndPrice: "Party and price",
  unit: "Unit",
  quantity: "Quantity",
  noPlaces: "It takes no places of a resource.",
  wholeOf: "{name} (whole)",
  changed: "Done. It is changed.",
  timeline: "Timeline",
  opened: "Opened",
  deed: {
    create: "Booked",
    confirm: "Confirmed",
    approve: "Approved",
    reject: "Rejected",
    cancel: "Cancelled",
    extend: "Held for longer",
    expire: "Expired",
    erase: "Personal data erased",
    update: "Changed",
    redeem: "Checked in",
    unredeem: "Check-in taken back",
    "update-details": "Customer or notes changed",
    repair: "Repaired",
    archive: "Archived",
  },
  firstName: "First name",
  lastName: "Last name",
  notified: "Notified",
  nobodyNotified: "Nobody was notified in the last 30 days.",
};
