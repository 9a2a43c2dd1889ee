import type { mongo } from "@slipway/store";

/** Whether each of these filters of a live record finds one, by writes that change nothing. */
export async function areThere<Document extends { live: boolean | null }>(
  records: mongo.Collection<Document>,
  filters: readonly mongo.Filter<Document>[],
): Promise<boolean> {
  if (filters.length === 0) return true;
  const update = { $set: { live: true } } as mongo.UpdateFilter<Document>;
  const confirms = filters.map((filter) => ({ updateOne: { filter, update } }));
  const { matchedCount } = await records.bulkWrite(confirms, { ordered: false });
  return matchedCount === filters.length;
}
