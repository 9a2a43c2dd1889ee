/** Asks before something is taken away, and says what is lost with it. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Operations } from "@slipway/client";
import { useAction } from "../../page/use-action.ts";
import { ProblemNote } from "./problem-note.tsx";
import { partWords } from "./texts.ts";

interface Given {
  readonly isShown: boolean;
  readonly close: () => void;
  readonly title: string;
  /** On the button that does it. */
  readonly submit: string;
  readonly send: (slipway: Operations) => Promise<unknown>;
  readonly done: () => void;
  /** Says what is lost. */
  readonly children: ReactNode;
}

export function ConfirmModal({ isShown, close, title, ...question }: Given) {
  return (
    <Modal opened={isShown} onClose={close} title={title}>
      <Question {...question} close={close} />
    </Modal>
  );
}

function Question({ close, submit, send, done, children }: Omit<Given, "isShown" | "title">) {
  const { act, error, isBusy } = useAction();
  const end = (): void => {
    close();
    done();
  };
  return (
    <Stack>
      <Text size="sm" component="div">
        {children}
      </Text>
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={close}>
          {partWords().cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void act(send, end)}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}
