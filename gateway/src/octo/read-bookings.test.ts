import { expect, it } from "@jest/globals";
import { refuse } from "@slipway/broker";
import type { ChannelBooking } from "./booking.ts";
import type { OctoRequest } from "./octo-route.ts";
import { answerBooking, answerChanged } from "./read-bookings.ts";

const booking = { productId: "prod_a", optionId: "opt_a" } as ChannelBooking;
const catalogAway = {
  channel: { channelConnectionId: "chn_a", supplierId: "sup_a" },
  capabilities: new Set(),
  products: { use: () => Promise.reject(refuse("SERVICE_UNAVAILABLE")) },
} as unknown as OctoRequest;

it("says of a read that nothing was done where the catalog is away", async () => {
  await expect(answerBooking(catalogAway, booking)).rejects.toMatchObject({
    type: "SERVICE_UNAVAILABLE",
  });
});

it("says of a change that it may have been done", async () => {
  await expect(answerChanged(catalogAway, booking)).rejects.toMatchObject({
    type: "OUTCOME_UNKNOWN",
  });
});
