/** The field for a code of the second factor, once the server has asked for one, and what else went wrong. */
import { isProblem } from "@slipway/client";
import { useRef } from "preact/hooks";
import { texts } from "../texts/texts.ts";
import { Field } from "./field.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** The typed code in a form; none while the field is not there or empty. */
export function codeIn(form: HTMLFormElement): { code?: string } {
  const code = new FormData(form).get("code");
  return typeof code === "string" && code !== "" ? { code } : {};
}

export function CodeField({ error }: { readonly error: unknown }) {
  const words = texts.logIn;
  const isMissing = isProblem(error, "SECOND_FACTOR_REQUIRED");
  const isAsked = useRef(false);
  isAsked.current ||= isMissing;
  return (
    <>
      {isAsked.current && (
        <Field
          label={words.code}
          name="code"
          type="text"
          autocomplete="one-time-code"
          required
          hint={words.codeHint}
        />
      )}
      {!isMissing && (
        <ProblemNote error={error} shutOut={isAsked.current ? words.wrongCode : words.wrong} />
      )}
    </>
  );
}
