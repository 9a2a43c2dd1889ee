import { eventsTyped, migration } from "@slipway/store";
import type { ProductDocument } from "./schema.ts";

/** Gives a product's pending default from before 0.1.0 the word of the code. */
export const productWords = migration<ProductDocument>({
  name: "replace-product-words",
  collection: "products",
  waiting: { untoldDefault: { $exists: true } },
  isRequired: true,
  change: (products, documents) =>
    products.updateMany(
      { _id: { $in: documents.map(({ _id }) => _id) } },
      {
        $rename: { untoldDefault: "pendingDefault" },
      },
    ),
});

/** Types the event of a pending default. */
export const pendingDefaultTyped = eventsTyped({
  name: "type-pending-defaults",
  collection: "products",
  field: "pendingDefault",
  path: "pendingDefault.event",
});
