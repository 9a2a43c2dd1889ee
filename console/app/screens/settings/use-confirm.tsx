/** Asks before something is done, and says what is lost by it. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Operations } from "@slipway/client";
import { type ReactNode, useState } from "react";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { settingsTexts } from "./texts.ts";

export interface Question {
  readonly title: string;
  readonly hint: ReactNode;
  /** On the button that does it. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly act: (slipway: Operations) => Promise<unknown>;
  /** A toast says it. */
  readonly said?: string;
  readonly done?: () => void;
}

export function useConfirm(): {
  readonly confirm: (question: Question) => void;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  return {
    confirm: setQuestion,
    dialog: (
      <Modal opened={question !== undefined} onClose={close} title={question?.title}>
        {question && <Asked {...question} close={close} />}
      </Modal>
    ),
  };
}

function Asked({
  hint,
  action,
  isDanger,
  act: call,
  said,
  done,
  close,
}: Question & { close: () => void }) {
  const { act, error, isBusy } = useAction();
  const send = (): Promise<void> =>
    act(call, () => {
      close();
      if (said) notifications.show({ color: "green", message: said });
      done?.();
    });
  return (
    <Stack>
      <Text size="sm" component="div">
        {hint}
      </Text>
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {settingsTexts().keep}
        </Button>
        <Button
          color={isDanger ? "red" : undefined}
          loading={isBusy}
          onClick={() => void send()}
          data-autofocus={isDanger ? undefined : true}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
