/** Issues a key by which a channel sells the tours of one supplier, over OCTO. */
import type { ChannelConnection, IssuedApiKey } from "@slipway/client";
import { RecordButton } from "../../parts/record-button.tsx";
import { SupplierChoice } from "../../parts/supplier-choice.tsx";
import { texts } from "../../texts/texts.ts";

interface Given {
  readonly channel: ChannelConnection;
  readonly done: (issued: IssuedApiKey) => void;
}

export function ChannelKey({ channel, done }: Given) {
  const words = texts.access.keys;
  return (
    <p class="controls">
      <RecordButton
        label={words.new}
        submit={words.issue}
        first={{ name: channel.name, supplierId: channel.supplierId }}
        fields={[{ name: "name", label: texts.day.name }]}
        send={({ channels }, { name, supplierId }) =>
          channels.createKey(channel.id, { name, supplierId: supplierId ?? undefined })
        }
        done={done}
      >
        {({ supplierId }, change) =>
          channel.supplierId === null && (
            <SupplierChoice
              supplierId={supplierId}
              all={words.whichSupplier}
              choose={(id) => change({ supplierId: id })}
            />
          )
        }
      </RecordButton>
    </p>
  );
}
