import { describe, expect, it } from "@jest/globals";
import { unencryptedText } from "./unencrypted.ts";

const named = (settings: Record<string, string>): string =>
  unencryptedText(settings)?.split(" reach ")[0] ?? "none";

describe("connections in clear", () => {
  it.each([
    ["none", {}],
    ["none", { NATS_URL: "nats://127.0.0.1:4222", MONGODB_URI: "mongodb://localhost:27017" }],
    ["none", { NATS_URL: "tls://u:p@bus:4222,nats://[::1]:4222" }],
    ["NATS_URL", { NATS_URL: "tls://bus:4222,nats://u:secret@bus-2:4222" }],
    // The client of NATS takes it for nats://.
    ["NATS_URL", { NATS_URL: "bus:4222" }],
    ["NATS_URL", { NATS_URL: "tls://bus:4222, u:secret@bus-2" }],
    ["none", { NATS_URL: "localhost:4222,127.0.0.1" }],
    ["OPERATOR_NATS_URL", { OPERATOR_NATS_URL: "nats://bus" }],
    ["none", { MONGODB_URI: "mongodb://u:p@db-1:27017,db-2:27017/?replicaSet=rs0&tls=true" }],
    ["none", { MONGODB_URI: "mongodb://db/admin?ssl=true" }],
    ["none", { MONGODB_URI: "mongodb+srv://u:p@cluster.example.com/?w=majority" }],
    ["none", { MONGODB_URI: "mongodb://u:p@%2Ftmp%2Fmongodb-27017.sock" }],
    ["none", { MONGODB_URI: "mongodb://127.0.0.1:27017,[::1]:27018/slipway" }],
    ["MONGODB_URI", { MONGODB_URI: "mongodb://127.0.0.1:27017,db-2:27017/slipway" }],
    ["MONGODB_URI", { MONGODB_URI: "mongodb://db/?tls=false" }],
    ["MONGODB_URI", { MONGODB_URI: "mongodb+srv://cluster.example.com/?tls=false" }],
    ["NATS_URL and MONGODB_URI", { NATS_URL: "nats://10.0.0.1", MONGODB_URI: "mongodb://u:p@db" }],
  ])("%s of %j", (settings, given) => {
    expect(named(given)).toBe(settings);
  });

  it("are said in one line, without a password", () => {
    const text = unencryptedText({
      NATS_URL: "nats://u:secret@bus",
      MONGODB_URI: "mongodb://u:secret@db",
    });
    expect(text).not.toContain("secret");
    expect(text?.split("\n")).toHaveLength(1);
  });
});
