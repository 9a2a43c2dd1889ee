import { describe, expect, it } from "@jest/globals";
import { type ServerFacts, problemOf } from "./server-kind.ts";

const seven: ServerFacts["buildInfo"] = { version: "7.0.14", modules: [] };
const member = { maxWireVersion: 21, setName: "rs0", hosts: ["a:1", "b:1", "c:1"] };
const alone = { ...member, hosts: ["a:1"] };

function problem(hello: ServerFacts["hello"], isDirect = false, buildInfo = seven) {
  return problemOf({ hello, buildInfo }, { isDirect });
}

describe("a server", () => {
  it.each<[string, ServerFacts["hello"], boolean]>([
    ["a member of a replica set", member, false],
    ["a mongos", { maxWireVersion: 21, msg: "isdbgrid" }, false],
    ["a mongos asked directly", { maxWireVersion: 25, msg: "isdbgrid" }, true],
    ["the one member of a replica set, asked directly", alone, true],
  ])("is fit as %s", (_kind, hello, isDirect) => {
    expect(problem(hello, isDirect)).toBeUndefined();
  });

  it("is fit as the embedded engine, which is no member of anything", () => {
    const buildInfo = { version: "9.0.0-alpha0", modules: ["embedded"] };
    expect(problem({ maxWireVersion: 29 }, true, buildInfo)).toBeUndefined();
  });

  it.each<[string, ServerFacts["hello"], boolean, string]>([
    ["a standalone", { maxWireVersion: 25 }, false, "make it a replica set"],
    ["a standalone asked directly", { maxWireVersion: 25 }, true, "make it a replica set"],
    ["one of several members asked directly", member, true, "by replicaSet=rs0"],
    [
      "one of two asked directly, of which the other takes no elections",
      { ...alone, passives: ["b:1"] },
      true,
      "by replicaSet=rs0",
    ],
    ["a server of release 6", { ...member, maxWireVersion: 17 }, false, "upgrade it to 7.0"],
    ["a mongos of release 6", { maxWireVersion: 17, msg: "isdbgrid" }, false, "upgrade it to 7.0"],
  ])("is refused as %s", (_kind, hello, isDirect, words) => {
    expect(problem(hello, isDirect)).toContain(words);
  });
});
