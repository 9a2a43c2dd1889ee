/** The ways to scan: a field, which a hand scanner types into, the camera, and a picture. */
import { Alert, Button, Card, FileButton, Group, Stack, TextInput } from "@mantine/core";
import Camera from "lucide-react/icons/camera";
import CameraOff from "lucide-react/icons/camera-off";
import Image from "lucide-react/icons/image";
import { useEffect, useRef, useState } from "react";
import { Camera as CameraView } from "./camera.tsx";
import { readFile } from "./read-picture.ts";
import { checkInTexts } from "./texts.ts";

export function ScanPanel({ found }: { readonly found: (text: string) => void }) {
  const words = checkInTexts();
  const [isOn, setOn] = useState(false);
  const [hasNoCode, setNoCode] = useState(false);
  const choose = async (file: File | null): Promise<void> => {
    const text = file && (await readFile(file));
    setNoCode(file !== null && !text);
    if (text) found(text);
  };
  const Icon = isOn ? CameraOff : Camera;
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Field found={found} />
        <Group gap="xs">
          <Button
            variant={isOn ? "default" : "filled"}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setOn(!isOn)}
          >
            {isOn ? words.stopCamera : words.useCamera}
          </Button>
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<Image size={16} aria-hidden />}>
                {words.picture}
              </Button>
            )}
          </FileButton>
        </Group>
        {isOn && <CameraView found={found} />}
        {hasNoCode && <Alert color="orange">{words.noCode}</Alert>}
      </Stack>
    </Card>
  );
}

/** A hand scanner types the code and Enter. */
function Field({ found }: { readonly found: (text: string) => void }) {
  const words = checkInTexts();
  const [text, setText] = useState("");
  const field = useTypedInto();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") found(text);
        setText("");
      }}
    >
      <TextInput
        label={words.field}
        description={words.fieldHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autoComplete="off"
        ref={field}
        size="md"
      />
    </form>
  );
}

/**
 * A hand scanner types wherever the focus is, and ends with Enter: on a button it would press that. So the field has the focus
 * at first, and takes letters and digits from everything that is no field.
 */
function useTypedInto() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a telephone the focus would open a keyboard over the camera.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
    const take = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (!/^[0-9a-z]$/i.test(key) || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest("input, textarea, select, [role=dialog]"))
        return;
      // The frame's keys must not see it: the field gets it, because it has the focus by now.
      event.stopImmediatePropagation();
      field.current?.focus();
    };
    addEventListener("keydown", take, { capture: true });
    return () => removeEventListener("keydown", take, { capture: true });
  }, []);
  return field;
}
