/** Many tenants, each of which sells what one tenant sells, copied in the database. */
import type { Collection, Document, MongoClient } from "mongodb";
import { BSON } from "mongodb";
import { keyText, parseKey, partsOf } from "../packages/contracts/src/index.ts";
import type { Sold } from "@slipway/dev/shop";
import type { Contender } from "./contenders.ts";
import { type Load, ofSlipway } from "./measured-load.ts";
import type { Asked } from "./virtual-users.ts";
import { collectionsOf } from "./own-collections.ts";
import { bookingOf, fourADay } from "./sales.ts";
import { dayAhead, makeShop } from "./shop.ts";

const tenants = 2_000;
const plan = { suppliers: 1, optionsOfEach: 10, startTimes: fourADay, seats: 5_000 };

interface OfTenant extends Sold {
  readonly key: string;
}

const loadOf = (
  name: string,
  requests: number,
  requestOf: (sold: OfTenant, index: number) => Asked,
): Load => {
  const title = `${name}, 20 000 options of 2 000 tenants`;
  return ofSlipway(title, [16, requests], async (contender, _requests, engine) => {
    const options = await (made ??= makeTenants(contender, engine));
    return {
      requestOf(index) {
        const sold = options[(index * 7_919) % options.length] as OfTenant;
        return { ...requestOf(sold, index), key: sold.key };
      },
    };
  });
};

/** More than a cache for what is on sale of one operator: each option comes again after some 20 000 requests. */
export const manyTenants: Load = {
  ...loadOf("availability, 31 days x 4", 20_000, ({ optionId }) => {
    const days = { from: `${dayAhead(1)}T00:00:00Z`, to: `${dayAhead(31)}T23:59:59Z` };
    const query = new URLSearchParams({ optionId, ...days });
    return { method: "GET", path: `/api/v1/availability?${query.toString()}` };
  }),
  followedBy: [
    loadOf("bookings", 5_000, (sold, index) =>
      bookingOf(sold, `${dayAhead(1 + (index % 30))}T${fourADay[index % 4]}:00.000Z`),
    ),
  ],
};

/** Made once: every round asks for the same. */
let made: Promise<OfTenant[]> | undefined;

async function makeTenants(contender: Contender, engine: MongoClient): Promise<OfTenant[]> {
  const options = await makeShop(contender, plan);
  const copies = Array.from({ length: tenants }, (_, number) => number + 1);
  await copyTenant(contender, engine, options, copies);
  return copies.flatMap((number) =>
    options.map((option) => ({
      ...(JSON.parse(copyOf(JSON.stringify(option), number)) as Sold),
      key: keyOfCopy(contender, number),
    })),
  );
}

/** Makes a tenant of each number, with a key and these options. */
async function copyTenant(
  contender: Contender,
  engine: MongoClient,
  options: readonly Sold[],
  numbers: readonly number[],
): Promise<void> {
  for (const [collection, texts] of await documentsOf(contender, engine, options))
    for (const some of partsOf(numbers, 100)) {
      const copied = some.flatMap((number) => texts.map((text) => copyOf(text, number)));
      if (copied.length > 0)
        await collection.insertMany(copied.map((text) => BSON.EJSON.parse(text) as Document));
    }
}

function keyOfCopy({ key }: Contender, number: number): string {
  const { secret = "" } = parseKey(key) ?? {};
  return keyText(keyIdOf(number), secret);
}

/** Beyond those that sell. */
const emptyNumber = 0xffff;

/** Makes a tenant that sells nothing. @returns its id and its key. */
export async function makeEmptyTenant(contender: Contender, engine: MongoClient) {
  await copyTenant(contender, engine, [], [emptyNumber]);
  const stored = await engine
    .db(`${contender.databasePrefix}-auth`)
    .collection("api_keys")
    .findOne({ keyId: keyIdOf(emptyNumber) });
  return { tenantId: String(stored?.["tenantId"]), key: keyOfCopy(contender, emptyNumber) };
}

/** By collection, as text: what belongs to these options, to their tenant and to the key that sells them. */
async function documentsOf(
  { databasePrefix, key }: Contender,
  engine: MongoClient,
  options: readonly Sold[],
): Promise<Map<Collection, string[]>> {
  const auth = engine.db(`${databasePrefix}-auth`);
  const { keyId = "" } = parseKey(key) ?? {};
  const stored = await auth.collection("api_keys").findOne({ keyId });
  if (!stored) throw new Error("there is no key to copy");
  const ids = options.flatMap((sold) => [sold.supplierId, sold.productId, sold.optionId]);
  const wanted = [...ids, `"_id":"${stored["tenantId"]}"`];
  const documents = new Map<Collection, string[]>();
  const keyOf = BSON.EJSON.stringify(stored).replaceAll(keyId, ownKeyId);
  documents.set(auth.collection("api_keys"), [keyOf]);
  const services = new Set(["auth", "catalog", "availability", "resources-capacity"]);
  for (const { service, collection } of await collectionsOf(engine, databasePrefix)) {
    if (!services.has(service) || collection.collectionName === "api_keys") continue;
    const texts = (await collection.find().toArray()).map((each) => BSON.EJSON.stringify(each));
    const own = texts.filter((text) => wanted.some((id) => text.includes(id)));
    documents.set(collection as unknown as Collection, own);
  }
  return documents;
}

const ownKeyId = "OWN_KEY_ID";

/** Each id ends in eight digits of the copy's number: of fewer the original's own may be one. */
function copyOf(text: string, number: number): string {
  const digits = number.toString(16).padStart(8, "0");
  return text
    .replaceAll(/\b([a-z]{3}_[0-9a-f]{24})[0-9a-f]{8}\b/g, (_, id: string) => id + digits)
    .replaceAll(ownKeyId, keyIdOf(number));
}

function keyIdOf(number: number): string {
  return `copy${String(number).padStart(8, "0")}`;
}
