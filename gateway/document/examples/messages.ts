/** Messages that receivers get in the story; values that begin with "@" stand in the answers of its steps. */
export const messages: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  BOOKING_UPDATE: {
    type: "BOOKING_UPDATE",
    timestamp: "@confirmed.updatedAt",
    data: {
      bookingId: "@confirmed.id",
      tenantId: "@confirmed.tenantId",
      supplierId: "@confirmed.supplierId",
      productId: "@confirmed.productId",
      optionId: "@confirmed.optionId",
      action: "CONFIRMED",
      status: "@confirmed.status",
      previousStatus: "ON_HOLD",
      updatedAt: "@confirmed.updatedAt",
      source: "@confirmed.source",
      externalId: "@detailed.externalId",
      reference: "@confirmed.reference",
      resellerReference: "@confirmed.resellerReference",
      test: false,
    },
  },
  AVAILABILITY_UPDATE: {
    type: "AVAILABILITY_UPDATE",
    timestamp: "@confirmed.updatedAt",
    data: {
      optionId: "@confirmed.optionId",
      departures: [{ startAt: "@confirmed.startAt", vacancies: 57, available: true }],
    },
  },
};
