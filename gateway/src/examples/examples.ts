import { readFileSync } from "node:fs";
import { type Answers, type Sent, requestOf } from "./step.ts";
import { story } from "./story.ts";

/** A request and its answer, as the reference shows them. */
export interface Example extends Sent {
  readonly answer: unknown;
}

/** What a running platform has answered to the steps, with ids and times that stay the same. */
export const answersFile = new URL("answers.json", import.meta.url);

/** The examples by method and path, as "GET /me". A step that was not recorded yet has none. */
export function readExamples(): ReadonlyMap<string, Example> {
  const answers = JSON.parse(readFileSync(answersFile, "utf8")) as Answers;
  const examples = new Map<string, Example>();
  for (const step of story) {
    if (examples.has(step.head) || !Object.hasOwn(answers, step.name)) continue;
    examples.set(step.head, { ...requestOf(step, answers), answer: answers[step.name] });
  }
  return examples;
}
