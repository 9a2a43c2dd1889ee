import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { configOf } from "../cluster/images.ts";

it("reads from docker/Dockerfile how the process of the image runs", () => {
  const text = readFileSync(new URL("../../docker/Dockerfile", import.meta.url), "utf8");
  expect(configOf(text)).toMatchObject({
    User: "65532:65532",
    WorkingDir: "/app",
    Entrypoint: ["node"],
    Cmd: ["main.js"],
    Env: expect.arrayContaining(["PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin", "HOST=0.0.0.0"]),
  });
});

it("refuses a Dockerfile whose last stage says nothing of its process", () => {
  expect(() => configOf("FROM one\nUSER 1\nFROM two\nENV A=1\n")).toThrow("has no USER");
});
