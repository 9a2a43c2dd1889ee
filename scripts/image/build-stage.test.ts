import { expect, it } from "@jest/globals";
import { buildStageOf, isLeftOut } from "./build-stage.ts";

it("reads the steps of the first stage and of no other", () => {
  const dockerfile = [
    "ARG BUILD_IMAGE=node",
    "FROM ${BUILD_IMAGE} AS pack",
    "WORKDIR /repo",
    "# A comment.",
    "COPY package.json .npmrc ./",
    "RUN fetch \\",
    "  && pack /out",
    "FROM scratch",
    "COPY --from=pack /out ./",
  ].join("\n");
  expect(buildStageOf(dockerfile)).toEqual([
    { does: "copy", from: ["package.json", ".npmrc"], to: "./" },
    { does: "run", command: "fetch    && pack /out" },
  ]);
});

it("refuses a step that it cannot carry out", () => {
  expect(() => buildStageOf("FROM a\nADD https://example.com/a /a\nFROM b")).toThrow(/has ADD/);
});

it("leaves out what .dockerignore names", () => {
  const ignored = ["**/node_modules", "docs", ".git"];
  const files = ["a/node_modules/b.js", "docs/a.md", ".git/HEAD", "docs.md", "src/docs/a.ts"];
  expect(files.filter((file) => !isLeftOut(file, ignored))).toEqual(["docs.md", "src/docs/a.ts"]);
});
