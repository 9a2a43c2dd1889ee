/** Says what went wrong and what to do, and offers to try again. Nothing has gone wrong: nothing is said. */
import { isProblem } from "@slipway/client";
import { problemInWords } from "../problem-words.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

interface Given {
  readonly error: unknown;
  readonly again?: () => void;
  /** The words for a caller whom the server does not let in. */
  readonly shutOut?: string | undefined;
}

export function ProblemNote({ error, again, shutOut }: Given) {
  if (error === undefined) return null;
  if (shutOut && isProblem(error, "UNAUTHENTICATED"))
    return (
      <p class="problem" role="alert">
        {shutOut}
      </p>
    );
  const { problem } = texts;
  const { sentence, detail, requestId, fields } = problemInWords(error, texts);
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{problem.title}.</strong> {sentence}
      </p>
      {detail && <p class="minor">{detail}</p>}
      {fields.size > 0 && (
        <ul>
          {[...fields].map(([pointer, words]) => (
            <li key={pointer}>
              {pointer.replace(/^#\//, "")}: {words}
            </li>
          ))}
        </ul>
      )}
      {requestId && <p class="minor">{fill(problem.requestId, { id: requestId })}</p>}
      {again && (
        <button type="button" onClick={again}>
          {problem.again}
        </button>
      )}
    </div>
  );
}
