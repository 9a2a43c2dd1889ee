import { expect, it } from "@jest/globals";
import { shellBlocksOf, shownFilesOf } from "./shell-blocks.ts";

const markdown = [
  "# A document",
  "```sh",
  "echo one",
  "echo two",
  "```",
  "```yaml",
  "# my-values.yaml",
  "a: 1",
  "```",
  "```json",
  "{}",
  "```",
  "```sh",
  "echo three",
  "```",
].join("\n");

it("finds the blocks of shell, with the line at which each begins", () => {
  expect(shellBlocksOf(markdown)).toMatchObject([
    { line: 3, text: "echo one\necho two\n" },
    { line: 14, text: "echo three\n" },
  ]);
});

it("finds the files that a document shows by name", () => {
  expect([...shownFilesOf(markdown)]).toEqual([["my-values.yaml", "# my-values.yaml\na: 1\n"]]);
});
