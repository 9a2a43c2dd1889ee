/** A dialog with a form. It asks before what is typed is lost, and says what the server refuses. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { Operations } from "@slipway/client";
import type { ReactNode } from "react";
import { texts } from "../../../page/texts/texts.ts";
import { mayLeave, useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { settingsTexts } from "./texts.ts";

interface Given<Data> {
  readonly title: string;
  /** On the button that sends it; "Save" unless given. */
  readonly submit?: string;
  readonly size?: string;
  readonly send: (slipway: Operations) => Promise<Data>;
  readonly done: (data: Data) => void;
  readonly close: () => void;
  readonly children: ReactNode;
}

export function FormModal<Data>(given: Given<Data>) {
  const { title, submit, size = "md", send, done, close, children } = given;
  const { act, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  // While it is sent it stays: nobody would see what became of it.
  const leave = (): void => void (!isBusy && mayLeave() && close());
  return (
    <Modal opened onClose={leave} title={title} size={size}>
      <form
        onInput={unsaved.touch}
        onSubmit={(event) => {
          event.preventDefault();
          void act(send, (data) => {
            unsaved.clear();
            close();
            done(data);
          });
        }}
      >
        <Stack>
          {children}
          <ProblemNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {settingsTexts().cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {submit ?? texts.parts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
