/** Takes over a rule of another calendar (RRULE) as seasons. */
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { OptionWithDetails } from "@slipway/client";
import { useState } from "react";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { RecordModal } from "../../parts/record-modal.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly option: OptionWithDetails;
  readonly zone: string;
}

export function ImportRule({ option, zone }: Given) {
  const words = productWords();
  const [isShown, show] = useState(false);
  const changed = useSoldChanged();
  return (
    <>
      <Button variant="subtle" onClick={() => show(true)}>
        {words.importRule}
      </Button>
      <RecordModal
        isShown={isShown}
        close={() => show(false)}
        title={words.importRule}
        submit={words.doImport}
        first={{
          rrule: "",
          dtstart: `${dayIn(new Date(), zone)}T09:00`,
          label: null as string | null,
        }}
        fields={[
          { name: "rrule", label: words.rule, hint: words.ruleHint, type: "area" },
          { name: "dtstart", label: words.ruleStart, hint: fill(words.ruleStartHint, { zone }) },
          { name: "label", label: words.seasonName, isOptional: true },
        ]}
        send={({ options }, draft) => options.importAvailabilityPeriods(option.id, draft)}
        done={(made) => {
          notifications.show({ color: "green", message: counted(made.length, words.isImported) });
          changed();
        }}
      />
    </>
  );
}
