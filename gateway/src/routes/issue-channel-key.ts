import { call, pointAtField, refuseFields } from "@slipway/broker";
import { auth, catalog, mutation, primitives, sync } from "@slipway/contracts";
import { z } from "zod";
import { composedRoute } from "../route/route.ts";

const contract = mutation("gateway.issueChannelKey", {
  description:
    "Issues a key by which a reseller sells one supplier's tours at `/octo`, and answers its text, this once. The key opens nothing else. Who issues it must hold the scopes of what it may do: `suppliers:read`, `catalog:read`, `availability:read`, `bookings:read` and `bookings:write`. It works while the channel is ACTIVE. `GET /api-keys` lists it and `DELETE /api-keys/{id}` revokes it.",
  repeat:
    "Each call issues another key. After an unknown outcome, list the keys and delete the surplus one.",
  input: z.object({
    id: primitives.reference.describe("Id of the channel connection."),
    name: auth.issueApiKey.input.shape.name,
    supplierId: primitives.reference
      .describe(
        "Id of the supplier whose tours the key sells. Required where the channel has none; else the channel's.",
      )
      .optional(),
  }),
  output: auth.issuedApiKey,
  refusals: ["NOT_FOUND", ...auth.issueChannelKey.refusals],
});

/** The channel and the supplier must be there: a key of a wrong id would reach nothing. */
export const issueChannelKey = composedRoute(
  contract,
  [sync.getChannel, catalog.getSupplierFacts, auth.issueChannelKey],
  async (request, { id, name, supplierId }) => {
    const channel = await call(request, sync.getChannel, { id });
    const sold = supplierId ?? channel.supplierId;
    if (sold === null) throw invalidSupplier("REQUIRED", "is required: the channel has none");
    await pointAtField("supplierId", call(request, catalog.getSupplierFacts, { supplierId: sold }));
    if (channel.supplierId !== null && channel.supplierId !== sold)
      throw invalidSupplier("INVALID_VALUE", "is not the supplier of the channel");
    const key = { name, channelConnectionId: id, source: channel.code, supplierId: sold };
    return { body: await call(request, auth.issueChannelKey, key) };
  },
);

function invalidSupplier(code: "REQUIRED" | "INVALID_VALUE", detail: string): Error {
  return refuseFields([{ in: "body", pointer: "#/supplierId", code, detail }]);
}
