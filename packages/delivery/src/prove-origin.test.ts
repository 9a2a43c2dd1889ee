import { describe, expect, it } from "@jest/globals";
import { isAnswerTo } from "./prove-origin.ts";

const token = "l1Jm7JvN0b5Yk0WcJmV7y3k0pP4oTq2xq3f8uF1vB6E";

describe("an answer to a challenge", () => {
  it.each([
    ["the text", token, true],
    ["the text on a line", `${token}\n`, true],
    ["the text as JSON", `{ "challenge": "${token}" }`, true],
    ["nothing", "", false],
    ["another text", token.toLowerCase(), false],
    ["a page with the text", `<p>${token}</p>`, false],
    ["JSON with more", `{"challenge":"${token}","ok":true}`, false],
    ["the text as a string of JSON", `"${token}"`, false],
    // Servers that send back what they get.
    [
      "the request's body",
      `{"type":"ENDPOINT_CHALLENGE","timestamp":"2027-06-01T08:00:00.000Z","data":{"challenge":"${token}"}}`,
      false,
    ],
    ["its data", `{"data":{"challenge":"${token}"}}`, false],
  ])("is %s", (_name, text, isAnswer) => {
    expect(isAnswerTo(token, text)).toBe(isAnswer);
  });
});
