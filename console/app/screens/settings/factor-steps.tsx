/** The steps to a second factor: the password, a code of the app that has scanned the picture, then the recovery codes. */
import "@mantine/core/styles/Code.css";
import {
  Box,
  Button,
  Code,
  CopyButton,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { type NewSecondFactor, isProblem } from "@slipway/client";
import { type ReactNode, useRef, useState } from "react";
import { ask } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { settingsTexts } from "./texts.ts";

interface Given {
  /** The factor counts from now on; the codes are still shown. */
  readonly added?: () => void;
  readonly leave: () => void;
}

export function FactorSteps({ added, leave }: Given) {
  const [scanned, setScanned] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} close={leave} />;
  if (!scanned) return <PasswordStep done={setScanned} />;
  const end = (made: readonly string[]): void => {
    setCodes(made);
    added?.();
  };
  return <CodeStep {...scanned} done={end} />;
}

interface ProofGiven<Data> {
  readonly submit: string;
  readonly isDanger?: boolean;
  readonly send: (proof: { current: string; code?: string }) => Promise<Data>;
  readonly done: (data: Data) => void;
  readonly children: ReactNode;
}

/** The password, and a code of the present second factor once the server has asked for one. */
export function Proof<Data>({ submit, isDanger, send, done, children }: ProofGiven<Data>) {
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const { attempt, error, isBusy } = useAction();
  const isMissing = isProblem(error, "SECOND_FACTOR_REQUIRED");
  const isAsked = useRef(false);
  isAsked.current ||= isMissing;
  const words = texts.logIn;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => send({ current, ...(code && { code }) }), done);
      }}
    >
      <Stack>
        <Text size="sm">{children}</Text>
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          data-autofocus
        />
        {isAsked.current && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            autoComplete="one-time-code"
            required
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        {!isMissing && <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button type="submit" color={isDanger ? "red" : undefined} loading={isBusy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasswordStep({ done }: { readonly done: (made: NewSecondFactor) => void }) {
  const { secondFactor: words } = texts.access;
  return (
    <Proof
      submit={words.begin}
      // A code is good once, so an attempt is not repeated.
      send={(proof) => ask(({ users }) => users.addSecondFactor(proof, { maxRetries: 0 }))}
      done={done}
    >
      {words.hint}
    </Proof>
  );
}

interface Scanned extends NewSecondFactor {
  readonly done: (codes: readonly string[]) => void;
}

function CodeStep({ qrCode, appSecret, done }: Scanned) {
  const { secondFactor: words } = texts.access;
  const [code, setCode] = useState("");
  const { act, error, isBusy } = useAction();
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
      <Stack>
        <Text size="sm">{words.scan}</Text>
        <Box bg="white" p="sm" style={{ alignSelf: "center", borderRadius: 8 }}>
          <img src={qrCode} alt={words.picture} width={200} height={200} />
        </Box>
        <Text size="sm">
          {words.secret} <Code className="break">{appSecret}</Code>
        </Text>
        <TextInput
          label={words.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          data-autofocus
        />
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CodesGiven {
  readonly codes: readonly string[];
  readonly close: () => void;
}

/** Shown once: leaving asks for as long as they have not been copied. */
function RecoveryCodes({ codes, close }: CodesGiven) {
  const { secondFactor: words } = texts.access;
  const unsaved = useUnsaved(texts.parts.notCopied);
  const isTouched = useRef(false);
  if (!isTouched.current) unsaved.touch();
  isTouched.current = true;
  return (
    <Stack>
      <Title order={2} size="h5">
        {words.codes}
      </Title>
      <Text size="sm">{words.codesHint}</Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing={6}
        component="ul"
        className="plain"
        aria-label={settingsTexts().account.codesShown}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={() => {
                copy();
                unsaved.clear();
              }}
            >
              {copied ? texts.parts.copied : texts.parts.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{words.goOn}</Button>
      </Group>
    </Stack>
  );
}
