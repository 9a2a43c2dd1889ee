/** The day on paper or in a spreadsheet: which departures, and whether with prices. */
import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { csvOf } from "../../../page/csv.ts";
import { saveFile } from "../../../page/parts/save-file.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { csvRowsOf } from "../../../page/screens/day/csv-rows.ts";
import { type Departure, nameOf } from "../../../page/screens/day/day-sheet.ts";
import { texts } from "../../../page/texts/texts.ts";
import { Manifest } from "./manifest.tsx";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly date: string;
  /** The departures with guests. */
  readonly sold: readonly Departure[];
  readonly isShown: boolean;
  readonly close: () => void;
}

export function PrintDay({ date, sold, isShown, close }: Given) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [withPrices, setWithPrices] = useState(false);
  const printed = sold.filter(({ key }) => !left.has(key));
  const words = dayTexts();
  return (
    <>
      <Modal opened={isShown} onClose={close} title={words.print}>
        <Stack>
          <Checkbox.Group
            label={texts.day.departures}
            value={printed.map(({ key }) => key)}
            onChange={(keys) =>
              setLeft(new Set(sold.map(({ key }) => key).filter((key) => !keys.includes(key))))
            }
          >
            <Stack gap="xs" mt="xs">
              {sold.map((each) => (
                <Checkbox
                  key={each.key}
                  value={each.key}
                  label={`${timeWords(each.startAt, each.timezone)} ${nameOf(each)}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label={texts.day.withPrices}
            checked={withPrices}
            onChange={({ currentTarget }) => setWithPrices(currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={printed.length === 0}
              onClick={() => saveFile(`${date}.csv`, csvOf(csvRowsOf(printed, texts, withPrices)))}
            >
              {texts.day.csv}
            </Button>
            <Button disabled={printed.length === 0} onClick={() => print()}>
              {texts.day.print}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Manifest departures={printed} withPrices={withPrices} />
    </>
  );
}
