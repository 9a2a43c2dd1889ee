/** A message to the guests of a departure, by the user's own mail program: Slipway sends none. */
import { Button, CopyButton, Group, Modal, Stack, Textarea } from "@mantine/core";
import Copy from "lucide-react/icons/copy";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly isShown: boolean;
  readonly close: () => void;
  readonly emails: readonly string[];
  readonly subject: string;
}

export function MessageGuests({ isShown, close, emails, subject }: Given) {
  const words = dayTexts();
  const [text, setText] = useState("");
  // No guest sees the address of another one.
  const mail = `mailto:?bcc=${emails.map(encodeURIComponent).join(",")}&subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <Modal opened={isShown} onClose={close} title={counted(emails.length, words.messageTitle)}>
      <Stack>
        <Textarea
          label={words.text}
          data-autofocus
          autosize
          minRows={4}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {/* Only pages of TLS or of this machine have a clipboard. */}
        {!navigator.clipboard && (
          <Textarea label={texts.list.copyByHand} readOnly value={emails.join(", ")} rows={2} />
        )}
        <Group justify="flex-end">
          {navigator.clipboard && (
            <CopyButton value={emails.join(", ")} timeout={5_000}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={<Copy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? counted(emails.length, words.copied) : words.copy}
                </Button>
              )}
            </CopyButton>
          )}
          <Button component="a" href={mail} leftSection={<Send size={16} aria-hidden />}>
            {words.toMail}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
