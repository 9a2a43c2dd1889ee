import { describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import {
  UnfitDatabase,
  assertGuarantees,
  databaseOptions,
  requireFitUri,
} from "./database-options.ts";

/** The driver's options from the URI and ours together. */
function optionsAt(uri: string, settings?: Record<string, string>) {
  const { autoIndex, autoCreate, bufferCommands, ...forDriver } = databaseOptions("any", settings);
  void [autoIndex, autoCreate, bufferCommands];
  return new mongoose.mongo.MongoClient(uri, forDriver).options;
}

describe("the options of a connection", () => {
  const guaranteed = {
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" },
    readPreference: { mode: "primary" },
    retryWrites: false,
  };

  it.each([
    "mongodb://db",
    "mongodb://a,b,c/?replicaSet=rs0&authSource=admin",
    "mongodb+srv://cluster.example.net/?retryWrites=true&w=majority&appName=Cluster0",
    "mongodb://db/?readConcernLevel=majority&readPreference=primary&journal=true",
    "mongodb://db/?directConnection=true&retryWrites=false&w=majority&journal=true",
  ])("keep what answers rest on, with %s", (uri) => {
    expect(() => requireFitUri(uri)).not.toThrow();
    const options = optionsAt(uri);
    expect(options).toMatchObject(guaranteed);
    expect(options.writeConcern.wtimeoutMS).toBeUndefined();
    expect(() => assertGuarantees(options)).not.toThrow();
  });

  it.each([
    ["readPreference=secondaryPreferred", "readPreference=secondaryPreferred"],
    ["readPreference=primaryPreferred", "readPreference=primaryPreferred"],
    ["readPreference=nearest&replicaSet=rs0", "readPreference=nearest"],
    ["journal=false", "journal=false"],
    ["wtimeoutMS=5000", "wtimeoutMS"],
    ["w=1", "w=1"],
    ["w=2", "w=2"],
    ["w=dc1", "w=dc1"],
    ["readConcernLevel=local", "readConcernLevel=local"],
    ["readConcernLevel=available", "readConcernLevel=available"],
    ["readConcernLevel=linearizable", "readConcernLevel=linearizable"],
  ])("are refused with %s in the URI, by one sentence that names it", (query, named) => {
    const given = (): void => requireFitUri(`mongodb://slipway:secret@db/?${query}`);
    expect(given).toThrow(UnfitDatabase);
    expect(given).toThrow(new RegExp(`^MONGODB_URI sets ${named}: take it out[^.]*\\.$`));
    expect(given).not.toThrow("secret");
  });

  it.each([
    ["journal=false", /false/],
    ["wtimeoutMS=5000", /5000/],
  ])("are looked at once more, because with %s the URI would win", (query, words) => {
    expect(() => assertGuarantees(optionsAt(`mongodb://db/?${query}`))).toThrow(words);
  });

  it("have presets for pool and time-outs, which the environment may set", () => {
    expect(optionsAt("mongodb://db/?maxPoolSize=7")).toMatchObject({
      appName: "any",
      maxPoolSize: 32,
      serverSelectionTimeoutMS: 2_000,
      waitQueueTimeoutMS: 10_000,
      socketTimeoutMS: 12_000,
    });
    const settings = {
      MONGODB_POOL_MAX: "8",
      MONGODB_SELECTION_TIMEOUT_MS: "4000",
      MONGODB_SOCKET_TIMEOUT_MS: "30000",
    };
    expect(optionsAt("mongodb://db", settings)).toMatchObject({
      maxPoolSize: 8,
      serverSelectionTimeoutMS: 4_000,
      socketTimeoutMS: 30_000,
    });
  });
});
