import { readFileSync } from "node:fs";
import { messages } from "./messages.ts";
import { type Answers, type Sent, requestOf } from "./step.ts";
import { story } from "./story.ts";

/** A request and its answer, as the reference shows them. */
export interface Example extends Sent {
  readonly answer: unknown;
}

/** Answers of a running platform to the steps, with ids and times that stay the same. */
export const answersFile = new URL("answers.json", import.meta.url);

/** The examples by method and path, as "GET /me". A step that was not recorded yet has none. */
export function readExamples(): ReadonlyMap<string, Example> {
  const answers = readAnswers();
  const examples = new Map<string, Example>();
  for (const step of story) {
    if (examples.has(step.head) || !Object.hasOwn(answers, step.name)) continue;
    examples.set(step.head, { ...requestOf(step, answers), answer: answers[step.name] });
  }
  return examples;
}

/** The message of each kind, about a booking of the story. */
export function readMessages(): ReadonlyMap<string, Sent["body"] & object> {
  const answers = readAnswers();
  return new Map(
    Object.entries(messages).map(([name, body]) => [
      name,
      requestOf({ name, head: name, body }, answers).body ?? {},
    ]),
  );
}

function readAnswers(): Answers {
  return JSON.parse(readFileSync(answersFile, "utf8")) as Answers;
}
