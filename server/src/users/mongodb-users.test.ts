import { createContext, runInContext } from "node:vm";
import { expect, it } from "@jest/globals";
import { mongodbUsersText } from "./mongodb-users.ts";

const script = mongodbUsersText(
  [{ name: "slipway-audit-1", password: "p1", services: ["audit"] }],
  "slipway",
);

interface Known {
  readonly user: string;
  readonly customData?: { readonly installation: string };
}

/**
 * Runs the script on a server that has these users; returns the calls it made and how it ended. mongosh runs it
 * with --file.
 */
function run(known: readonly Known[], refusal?: string): { done: string[]; exitCode: number } {
  const done: string[] = [];
  const note =
    (what: string) =>
    (user: string | { user: string }): void => {
      if (refusal !== undefined) throw new Error(refusal);
      done.push(`${what} ${typeof user === "string" ? user : user.user}`);
    };
  const admin = {
    getUsers: () => ({ users: known }),
    createUser: note("create"),
    updateUser: note("update"),
    dropUser: note("drop"),
  };
  let exitCode = 0;
  const context = createContext({
    db: { getSiblingDB: () => admin },
    print: (line: string) => void done.push(line),
    quit: (code: number) => void (exitCode = code),
  });
  runInContext(script, context);
  return { done, exitCode };
}

const own = { customData: { installation: "slipway" } };
const end = "MongoDB has 1 users of slipway.";

it.each<[string, readonly Known[], readonly string[]]>([
  ["makes a user that is missing", [], ["create slipway-audit-1", end]],
  [
    "updates one that is there",
    [{ user: "slipway-audit-1", ...own }],
    ["update slipway-audit-1", end],
  ],
  [
    "drops one that is named no more, and no foreign one",
    [{ user: "slipway-audit-0", ...own }, { user: "backup" }],
    ["create slipway-audit-1", "drop slipway-audit-0", end],
  ],
])("%s", (_, known, done) => {
  expect(run(known)).toEqual({ done, exitCode: 0 });
});

it("ends with exit code 1 where the server refuses a command", () => {
  expect(run([], "not authorized on admin")).toEqual({
    done: ["The server has refused a user: not authorized on admin"],
    exitCode: 1,
  });
});
