/** Changes of a booking: each field as it was and as it is. */
import { Alert, Text } from "@mantine/core";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { RecordChange } from "../../../page/parts/record-changes.ts";
import {
  type NamedIn,
  changeWords,
  fieldName,
} from "../../../page/screens/booking/change-words.ts";
import { texts } from "../../../page/texts/texts.ts";

interface Given extends NamedIn {
  readonly changes: readonly RecordChange[];
}

export function ChangeList({ changes, ...named }: Given) {
  const shown = changes.flatMap((change) => {
    const name = fieldName(change.field);
    return name === undefined ? [] : [{ name, change }];
  });
  if (shown.length === 0) return null;
  return (
    <ul className="plain">
      {shown.map(({ name, change }) => (
        <Text key={change.field} component="li" size="sm">
          <span className="soft">{name}:</span>{" "}
          <del className="soft">{changeWords(change.before, change, named)}</del>{" "}
          <ArrowRight size={12} aria-hidden /> <ins>{changeWords(change.after, change, named)}</ins>
        </Text>
      ))}
    </ul>
  );
}

/** Warns in a form of the changes that another user has made to the booking meanwhile. */
export function OthersChanges({ changes, ...named }: Given) {
  if (changes.length === 0) return null;
  return (
    <Alert color="orange" role="alert">
      <Text size="sm" mb={4}>
        {texts.booking.conflict}
      </Text>
      <ChangeList changes={changes} {...named} />
    </Alert>
  );
}
