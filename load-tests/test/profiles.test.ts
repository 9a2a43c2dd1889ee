import { expect, it } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { suiteTests } from "../load/tests.ts";

const suite = new URL("../k6/", import.meta.url);
const names = Object.keys(suiteTests).toSorted();

type Profile = Readonly<Record<string, Readonly<Record<string, number>>>>;

function profile(name: string): Profile {
  return JSON.parse(readFileSync(new URL(`profiles/${name}.json`, suite), "utf8")) as Profile;
}

const profiles = readdirSync(new URL("profiles", suite)).map((file) => file.replace(/\.json$/, ""));

it("every test of the k6 suite is known to the runner, and no other", () => {
  const files = readdirSync(new URL("tests", suite)).map((file) => file.replace(/\.ts$/, ""));
  expect(files.toSorted()).toEqual(names);
});

it.each(["smoke", "average"])("the profile %s has every test", (name) => {
  expect(Object.keys(profile(name)).toSorted()).toEqual(names);
});

it.each(profiles)("the profile %s gives a test the numbers that the others give it", (name) => {
  const smoke = profile("smoke");
  for (const [test, plan] of Object.entries(profile(name)))
    expect([test, Object.keys(plan).toSorted()]).toEqual([
      test,
      Object.keys(smoke[test] ?? {}).toSorted(),
    ]);
});

it("every profile sells fewer places than there are buyers", () => {
  for (const name of profiles) {
    const { buyers = 2, places = 1 } = profile(name)["flash-sale"] ?? {};
    expect(buyers).toBeGreaterThan(places);
  }
});

it("a rolling restart is loaded with 9 000 requests at least", () => {
  const {
    bookingsPerSecond = 0,
    readsPerSecond = 0,
    seconds = 0,
  } = profile("average")["rolling-restart"] ?? {};
  expect((bookingsPerSecond + readsPerSecond) * seconds).toBeGreaterThanOrEqual(9_000);
});
