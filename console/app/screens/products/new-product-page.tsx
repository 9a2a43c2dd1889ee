/** The first step of a new product: its name, how long it takes, and a photo. The next steps are of a product that is there. */
import "./products.css";
import "@mantine/core/styles/NumberInput.css";
import {
  Button,
  Card,
  FileButton,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
  Textarea,
} from "@mantine/core";
import type { Option, Product } from "@slipway/client";
import ImagePlus from "lucide-react/icons/image-plus";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { ask } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { photoOf } from "./photo-of.ts";
import { SetupFrame } from "./setup-frame.tsx";
import { productWords } from "./texts.ts";

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly minutes: string | number;
  readonly photo: File | null;
}

/** Records that are made already stay: a second try after a failure goes on behind it. */
function useMaking() {
  const { id: supplierId } = useSupplier();
  const words = productWords();
  const product = useRef<Product>(undefined);
  const option = useRef<Option>(undefined);
  return async ({ name, description, minutes, photo }: Draft): Promise<string> => {
    const given = { supplierId, name, description: description.trim() || null };
    product.current ??= await ask(({ products }) => products.create(given));
    const { id } = product.current;
    const standard = { name: words.standard, durationMinutes: Number(minutes) };
    option.current ??= await ask(({ products }) => products.createOption(id, standard));
    // A photo can be added on the product's page: it keeps nothing from being sold.
    if (photo) {
      const image = await photoOf(photo);
      await ask(({ products }) => products.createPhoto(id, image)).catch(showProblem);
    }
    return id;
  };
}

export function NewProductPage() {
  const words = productWords();
  const [draft, setDraft] = useState<Draft>({
    name: "",
    description: "",
    minutes: 60,
    photo: null,
  });
  const make = useMaking();
  const { attempt, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const changed = useSoldChanged();
  const [, go] = useLocation();
  const change = (part: Partial<Draft>): void => {
    unsaved.touch();
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = (): void =>
    void attempt(
      () => make(draft),
      (id) => {
        unsaved.clear();
        changed();
        go(`/products/${id}/setup`);
      },
    );
  return (
    <SetupFrame title={words.newProduct} active={0} missing={undefined}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Card withBorder padding="lg">
          <Stack>
            <Fields draft={draft} change={change} />
            <ProblemNote error={error} />
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy}>
                {words.saveAndGoOn}
              </Button>
            </Group>
          </Stack>
        </Card>
      </form>
    </SetupFrame>
  );
}

interface FieldsGiven {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function Fields({ draft, change }: FieldsGiven) {
  const words = productWords();
  return (
    <>
      <TextInput
        label={texts.day.name}
        placeholder={words.nameExample}
        required
        maxLength={1_000}
        data-autofocus
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Textarea
        label={texts.catalog.description}
        autosize
        minRows={2}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <NumberInput
        label={texts.catalog.duration}
        required
        min={0}
        max={1_440}
        allowDecimal={false}
        maw={220}
        value={draft.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <Group gap="sm">
        <FileButton
          onChange={(photo) => change({ photo })}
          accept="image/jpeg,image/png,image/webp"
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<ImagePlus size={16} aria-hidden />}>
              {words.choosePhoto}
            </Button>
          )}
        </FileButton>
        <Text size="sm" className="soft">
          {draft.photo?.name ?? words.photoLater}
        </Text>
      </Group>
    </>
  );
}
