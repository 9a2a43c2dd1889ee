import type { Model } from "mongoose";

/**
 * Makes the indexes of the model's schema that its collection lacks, and the collection with them. A start
 * that finds them all writes nothing, so that an upgrade of many replicas is no burst of commands that wait
 * for a majority. Rejects where the collection has an index of the same name and other keys or options.
 *
 * What is listed may still be in the making, or lack a majority. The start that makes it waits for both;
 * where it fails, it is repeated, and makes what was lost.
 */
export async function makeIndexes(
  model: Pick<Model<unknown>, "diffIndexes" | "createIndexes">,
): Promise<void> {
  const { toCreate } = await model.diffIndexes({ indexOptionsToCreate: true });
  // The option is missing in the package's types; `syncIndexes` uses it, which drops indexes, too.
  if (toCreate.length > 0) await model.createIndexes({ toCreate } as object);
}
