/** A secret on request. Where the server shows it once, leaving asks for as long as it has not been copied. */
import { Button, CopyButton, Group, Modal, Stack, TextInput } from "@mantine/core";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect } from "react";
import { texts } from "../../../page/texts/texts.ts";
import { mayLeave, useUnsaved } from "../../../page/unsaved.ts";

export interface Secret {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** It can be shown again: leaving does not ask. */
  readonly isKept?: boolean;
}

interface Given {
  readonly secret: Secret | undefined;
  readonly close: () => void;
}

export function ShowOnce({ secret, close }: Given) {
  return secret && <Shown {...secret} close={close} />;
}

function Shown({ title, label, hint, text, isKept = false, close }: Secret & Pick<Given, "close">) {
  const words = texts.parts;
  const unsaved = useUnsaved(words.notCopied);
  useEffect(() => void (isKept || unsaved.touch()), []);
  const leave = (): void => void (mayLeave() && close());
  return (
    <Modal opened onClose={leave} title={title}>
      <Stack>
        <TextInput
          label={label}
          description={hint}
          value={text}
          readOnly
          ff="monospace"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {words.close}
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                leftSection={copied ? <Check size={16} /> : <Copy size={16} />}
                onClick={() => {
                  copy();
                  unsaved.clear();
                }}
              >
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
