import type { mongo } from "mongoose";
import { readMsMax } from "../constants.ts";

/** The options of a read for which no request waits, such as doctor's or a sweep's: it takes the time that it needs. */
export const sweepRead = { maxTimeMS: 0 } as const;

/**
 * Lets the database give up each read of this collection before the deadline of its request, unless the read has a limit of
 * its own. Its request then ends as in every failure of the database: a read is SERVICE_UNAVAILABLE.
 */
export function limitReads<Document extends mongo.Document>(
  collection: mongo.Collection<Document>,
): mongo.Collection<Document> {
  const find = collection.find.bind(collection);
  const aggregate = collection.aggregate.bind(collection);
  const countDocuments = collection.countDocuments.bind(collection);
  // The driver's `findOne` calls `find`.
  return Object.assign(collection, {
    find: (filter: mongo.Filter<Document> = {}, options?: mongo.FindOptions) =>
      find(filter, limited(options)),
    aggregate: (stages: object[], options?: mongo.AggregateOptions) =>
      aggregate(stages, limited(options)),
    countDocuments: (filter: mongo.Filter<Document>, options?: mongo.CountDocumentsOptions) =>
      countDocuments(filter, limited(options)),
  });
}

function limited(options: object | undefined) {
  return { maxTimeMS: readMsMax, ...options };
}
