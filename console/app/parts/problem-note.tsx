/** Says what went wrong and what to do, and offers to try again. Nothing has gone wrong: nothing is said. */
import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { isProblem } from "@slipway/client";
import { use } from "react";
import { problemInWords } from "../../page/problem-words.ts";
import { fill } from "../../page/texts/fill.ts";
import { texts } from "../../page/texts/texts.ts";
import { ShownSupplier } from "../supplier.ts";

interface Given {
  readonly error: unknown;
  readonly again?: () => void;
  /** The words for a caller whom the server does not let in. */
  readonly shutOut?: string;
  /** An answer to what is being typed: nothing has failed yet. */
  readonly isAdvice?: boolean;
}

export function ProblemNote({ error, again, shutOut, isAdvice = false }: Given) {
  const supplier = use(ShownSupplier);
  // TanStack's null, too.
  if (!error) return null;
  if (shutOut && isProblem(error, "UNAUTHENTICATED")) return <Alert color="red">{shutOut}</Alert>;
  const { problem } = texts;
  const { sentence, detail, requestId, fields } = problemInWords(error, texts, supplier?.timezone);
  return (
    <Alert color={isAdvice ? "orange" : "red"} title={isAdvice ? undefined : `${problem.title}.`}>
      <Stack gap={6} align="flex-start">
        <Text size="sm">{sentence}</Text>
        {detail && (
          <Text size="xs" className="soft">
            {detail}
          </Text>
        )}
        {fields.size > 0 && (
          <List size="xs">
            {[...fields].map(([pointer, words]) => (
              <List.Item key={pointer}>
                {pointer.replace(/^#\//, "")}: {words}
              </List.Item>
            ))}
          </List>
        )}
        {requestId && !isAdvice && (
          <Text size="xs" className="soft">
            {fill(problem.requestId, { id: requestId })}
          </Text>
        )}
        {again && (
          <Button size="xs" variant="default" onClick={again}>
            {problem.again}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
