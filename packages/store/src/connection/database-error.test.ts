import { describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { databaseFailureOf, outageText } from "./database-error.ts";

const driver = mongoose.mongo;

function serverError(code: number, labels: string[] = []): Error {
  return new driver.MongoServerError({ ok: 0, code, errmsg: `code ${code}`, errorLabels: labels });
}

function writeConcernError(code: number): Error {
  return new driver.MongoWriteConcernError({
    ok: 1,
    writeConcernError: { code, errmsg: "waiting for replication failed" },
  });
}

/** An error of a class that the driver makes and does not export, as its sources make it. */
function unexported(Base: new (text: string) => Error, name: string): Error {
  class Unexported extends Base {
    override get name(): string {
      return name;
    }
  }
  return new Unexported(name);
}

function labelled<E extends mongoose.mongo.MongoError>(error: E, ...labels: string[]): E {
  for (const label of labels) error.addErrorLabel(label);
  return error;
}

const description = { servers: new Map(), error: null } as never;

describe("what a failed operation has left behind", () => {
  it.each([
    [13, "Unauthorized"],
    [18, "AuthenticationFailed"],
    [24, "LockTimeout"],
    [43, "CursorNotFound"],
    [112, "WriteConflict"],
    [134, "ReadConcernMajorityNotAvailableYet"],
    [391, "ReauthenticationRequired"],
    [462, "IngressRequestRateLimitExceeded"],
    [10058, "LegacyNotPrimary"],
    [10107, "NotWritablePrimary"],
    [13435, "NotPrimaryNoSecondaryOk"],
    [13436, "NotPrimaryOrSecondary"],
    [14031, "OutOfDiskSpace"],
    [16500, "TooManyRequests"],
  ])("nothing, when the server refuses with code %i (%s)", (code) => {
    expect(databaseFailureOf(serverError(code))).toBe("nothingDone");
  });

  it.each([
    [6, "HostUnreachable"],
    [7, "HostNotFound"],
    [50, "MaxTimeMSExpired"],
    [63, "StaleShardVersion"],
    [64, "WriteConcernTimeout"],
    [79, "UnknownReplWriteConcern"],
    [89, "NetworkTimeout"],
    [91, "ShutdownInProgress"],
    [100, "UnsatisfiableWriteConcern"],
    [133, "FailedToSatisfyReadPreference"],
    [150, "StaleEpoch"],
    [189, "PrimarySteppedDown"],
    [202, "NetworkInterfaceExceededTimeLimit"],
    [262, "ExceededTimeLimit"],
    [9001, "SocketException"],
    [11600, "InterruptedAtShutdown"],
    [11601, "Interrupted"],
    [11602, "InterruptedDueToReplStateChange"],
    [13388, "StaleConfig"],
  ])("perhaps a write, when the server gives up with code %i (%s)", (code) => {
    expect(databaseFailureOf(serverError(code))).toBe("inDoubt");
  });

  // A write-concern error says that the write is applied, even with a code that alone says the opposite.
  it.each([64, 79, 100, 91, 189, 11600, 11602, 10107, 13436, 112, 13, 999])(
    "perhaps a write, with code %i as a write-concern error",
    (code) => {
      expect(databaseFailureOf(writeConcernError(code))).toBe("inDoubt");
    },
  );

  it.each([
    new driver.MongoServerSelectionError("no primary", description),
    new mongoose.Error.MongooseServerSelectionError("no primary"),
    new driver.MongoServerClosedError(),
    new driver.MongoTopologyClosedError(),
    new driver.MongoNotConnectedError("not connected"),
    // The driver's answer to 391, ReauthenticationRequired.
    new driver.MongoMissingCredentialsError("no credentials"),
    unexported(driver.MongoNetworkError, "MongoPoolClearedError"),
    unexported(driver.MongoDriverError, "MongoPoolClosedError"),
    unexported(driver.MongoDriverError, "MongoWaitQueueTimeoutError"),
    labelled(new driver.MongoNetworkError("connection 7 closed"), "HandshakeError"),
    labelled(
      new driver.MongoServerError({ code: 91, errmsg: "going down" }),
      "NoWritesPerformed",
      "RetryableWriteError",
    ),
    serverError(999, ["SystemOverloadedError", "RetryableError"]),
    // As Node's resolver makes it, for a mongodb+srv:// URI.
    Object.assign(new Error("querySrv ESERVFAIL _mongodb._tcp.db.example"), {
      code: "ESERVFAIL",
      syscall: "querySrv",
    }),
  ])("nothing, with %s", (error) => {
    expect(databaseFailureOf(error)).toBe("nothingDone");
  });

  it.each([
    new driver.MongoNetworkError("connection 7 closed"),
    new driver.MongoNetworkTimeoutError("connection 7 timed out"),
    // A primary that freezes: the monitor gives up, and with it what is under way.
    labelled(
      unexported(driver.MongoNetworkError, "PoolClearedOnNetworkError") as never,
      "PoolRequestedRetry",
    ),
    new driver.MongoClientClosedError(),
    new driver.MongoOperationTimeoutError("timed out"),
    new driver.MongoStalePrimaryError("a newer primary"),
    new driver.MongoUnexpectedServerResponseError("cut off"),
    new driver.MongoDecompressionError("cut off"),
    serverError(999, ["RetryableWriteError"]),
    serverError(999, ["SystemOverloadedError"]),
    Object.assign(new Error("write EPIPE"), { code: "EPIPE" }),
    Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
    Object.assign(new Error("read ETIMEDOUT"), { code: "ETIMEDOUT" }),
  ])("perhaps a write, with %s", (error) => {
    expect(databaseFailureOf(error)).toBe("inDoubt");
  });

  it.each([
    serverError(11000),
    serverError(121),
    serverError(2),
    new driver.MongoInvalidArgumentError("empty filter"),
    new driver.MongoParseError("not a URI"),
    new driver.MongoCursorExhaustedError("read on"),
    new TypeError("x is not a function"),
    Object.assign(new Error("no such file"), { code: "ENOENT" }),
    { name: "MongoNetworkError" },
    undefined,
  ])("a fault of ours, with %s", (error) => {
    expect(databaseFailureOf(error)).toBe("fault");
  });
});

describe("the line about an outage", () => {
  const found = (servers: object): Error =>
    Object.assign(new Error("getaddrinfo ENOTFOUND db-0"), {
      reason: { servers: new Map(Object.entries(servers)) },
    });

  it("names the last try at each member, also the one that is slow", () => {
    const notFound = new driver.MongoNetworkError("getaddrinfo ENOTFOUND db-0");
    const text = outageText(
      found({
        "db-0:27017": { type: "Unknown", error: notFound },
        "db-1:27017": { type: "Unknown", error: null },
        "db-2:27017": { type: "RSSecondary", error: null },
      }),
    );
    expect(text).toBe(
      "db-0:27017: getaddrinfo ENOTFOUND db-0; db-1:27017: no answer yet; db-2:27017: answers, as RSSecondary",
    );
  });

  it("is the message where no member is known", () => {
    expect(outageText(new Error("querySrv ENOTFOUND"))).toBe("querySrv ENOTFOUND");
    expect(outageText(found({}))).toBe("getaddrinfo ENOTFOUND db-0");
  });
});
