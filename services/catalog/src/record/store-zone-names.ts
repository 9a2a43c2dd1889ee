import { type Migration, migration, type mongo } from "@slipway/store";
import { primitives } from "@slipway/contracts";

/** The fields that suppliers and products share; a product without a zone has its supplier's. */
interface Named {
  readonly _id: string;
  readonly timezone: string | null;
  readonly locale: string;
}

/** Brings zones and languages, kept as they were sent before, to the names by which they are answered. */
export const zoneNamesOfAll = [zoneNamesOf("suppliers"), zoneNamesOf("products")];

function zoneNamesOf(collection: "suppliers" | "products"): Migration {
  return migration<Named>({
    name: `store-zone-names-of-${collection}`,
    collection,
    waiting: {},
    change: storeZoneNames,
  });
}

/**
 * The filter has the values that were read, so it decides the race with a change of the same field. A text that names
 * no language stays.
 */
async function storeZoneNames(
  collection: mongo.Collection<Named>,
  documents: readonly Named[],
): Promise<void> {
  for (const { _id, timezone, locale } of documents) {
    const zone = timezone === null ? null : (primitives.resolvedZone(timezone) ?? timezone);
    const language = primitives.canonicalLocale(locale) ?? locale;
    if (zone !== timezone || language !== locale)
      await collection.updateOne(
        { _id, timezone, locale },
        { $set: { timezone: zone, locale: language } },
      );
  }
}
