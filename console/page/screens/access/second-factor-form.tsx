/** Adds or replaces a second factor: the password and a code of the present one, then a code of the app that has scanned the picture, then the recovery codes. */
import type { NewSecondFactor } from "@slipway/client";
import { useState } from "preact/hooks";
import { CodeField, codeIn } from "../../parts/code-field.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";

export function SecondFactorForm({ done }: { readonly done: () => void }) {
  const [scanned, setScanned] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  if (scanned) return <CodeStep {...scanned} done={setCodes} />;
  return <PasswordStep done={setScanned} />;
}

function PasswordStep({ done }: { readonly done: (made: NewSecondFactor) => void }) {
  const [current, setCurrent] = useState("");
  const { act, error, isBusy } = useAction();
  const words = texts.access.secondFactor;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const proof = { current, ...codeIn(event.currentTarget) };
        // A code is good once, so an attempt is not repeated.
        void act(({ users }) => users.addSecondFactor(proof, { maxRetries: 0 }), done);
      }}
    >
      <p>{words.hint}</p>
      <Field
        label={texts.logIn.password}
        value={current}
        onInput={setCurrent}
        type="password"
        autocomplete="current-password"
        required
      />
      <CodeField error={error} />
      <button type="submit" class="main" disabled={isBusy}>
        {words.begin}
      </button>
    </form>
  );
}

interface Scanned extends NewSecondFactor {
  readonly done: (codes: readonly string[]) => void;
}

function CodeStep({ qrCode, appSecret, done }: Scanned) {
  const [code, setCode] = useState("");
  const { act, error, isBusy } = useAction();
  const words = texts.access.secondFactor;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act(
          ({ users }) => users.confirmSecondFactor({ code }),
          ({ recoveryCodes }) => done(recoveryCodes),
        );
      }}
    >
      <p>{words.scan}</p>
      <img class="qr" src={qrCode} alt={words.picture} width={200} height={200} />
      <p>
        {words.secret} <code>{appSecret}</code>
      </p>
      <Field
        label={words.code}
        value={code}
        onInput={setCode}
        type="text"
        autocomplete="one-time-code"
        required
      />
      <ProblemNote error={error} />
      <button type="submit" class="main" disabled={isBusy}>
        {words.confirm}
      </button>
    </form>
  );
}

interface Codes {
  readonly codes: readonly string[];
  readonly done: () => void;
}

/** Shown once: leaving asks for as long as they have not been copied. */
function RecoveryCodes({ codes, done }: Codes) {
  const words = texts.access.secondFactor;
  const unsaved = useUnsaved(texts.parts.notCopied);
  const [isKept, setKept] = useState(false);
  const keep = (): void => {
    unsaved.clear();
    setKept(true);
  };
  return (
    <>
      <h2>{words.codes}</h2>
      <p>{words.codesHint}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="controls">
        <CopyButton
          text={codes.join("\n")}
          label={texts.parts.copy}
          copied={texts.parts.copied}
          onCopied={keep}
        />
        <button type="button" class={isKept ? "main" : undefined} onClick={done}>
          {words.goOn}
        </button>
      </div>
    </>
  );
}
