import { expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { mutants } from "@slipway/simulation/mutants";
import { ofRehearsals } from "@slipway/simulation/rehearsal-mutants";
import { selfTests } from "../planted/rows.ts";

const bugs = [...mutants, ...ofRehearsals].map(({ name }) => name);

it.each(Object.entries(selfTests))(
  "%s plants a bug that there is in a program that there is",
  (_name, { bug, run }) => {
    expect(bugs).toContain(bug);
    expect(existsSync(new URL(`../${run.split(" ")[0]}`, import.meta.url))).toBe(true);
  },
);

it("plants each bug of rehearsals", () => {
  const planted = Object.values(selfTests).map(({ bug }) => bug);
  expect(planted).toEqual(expect.arrayContaining(ofRehearsals.map(({ name }) => name)));
});
