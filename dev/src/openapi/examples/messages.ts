/** Messages that receivers get in the story; values that begin with "@" stand in the answers of its steps. */
export const messages: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ENDPOINT_CHALLENGE: {
    type: "ENDPOINT_CHALLENGE",
    timestamp: "2027-05-01T10:00:00.000Z",
    data: { challenge: "l1Jm7JvN0b5Yk0WcJmV7y3k0pP4oTq2xq3f8uF1vB6E" },
  },
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
  ORDER_UPDATE: {
    type: "ORDER_UPDATE",
    timestamp: "@order.updatedAt",
    data: {
      orderId: "@order.id",
      tenantId: "@order.tenantId",
      action: "CREATED",
      status: "OPEN",
      updatedAt: "@order.updatedAt",
      bookingIds: ["@confirmed.id"],
    },
  },
  DEPARTURE_UPDATE: {
    type: "DEPARTURE_UPDATE",
    timestamp: "@confirmed.updatedAt",
    data: {
      tenantId: "@confirmed.tenantId",
      supplierId: "@confirmed.supplierId",
      productId: "@confirmed.productId",
      optionId: "@confirmed.optionId",
      startAt: "@confirmed.startAt",
      action: "CALLED_OFF",
    },
  },
  PRODUCT_UPDATE: {
    type: "PRODUCT_UPDATE",
    timestamp: "@confirmed.updatedAt",
    data: { productId: "@confirmed.productId" },
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
