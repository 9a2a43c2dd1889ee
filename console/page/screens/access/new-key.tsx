/** Issues a key: what it is called, what it may do, and what it is held to. */
import type { IssuedApiKey } from "@slipway/client";
import { RecordButton } from "../../parts/record-button.tsx";
import { SupplierChoice } from "../../parts/supplier-choice.tsx";
import { Tick } from "../../parts/tick.tsx";
import { texts } from "../../texts/texts.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { sellerScopes } from "./scopes.ts";
import { may } from "../../session.ts";

export function NewKey({ done }: { done: (issued: IssuedApiKey) => void }) {
  const words = texts.access.keys;
  return (
    <p class="controls">
      <RecordButton
        label={words.new}
        submit={words.issue}
        isMain
        first={{
          name: "",
          scopes: sellerScopes.filter(may),
          restrictions: { supplierId: null as string | null, overrides: false },
        }}
        fields={[{ name: "name", label: texts.day.name }]}
        send={({ apiKeys }, draft) => apiKeys.create(draft)}
        done={done}
      >
        {({ scopes, restrictions }, change) => (
          <>
            <ScopeChoice scopes={scopes} choose={(chosen) => change({ scopes: chosen })} />
            <SupplierChoice
              supplierId={restrictions.supplierId}
              choose={(supplierId) => change({ restrictions: { ...restrictions, supplierId } })}
            />
            <Tick
              checked={restrictions.overrides}
              choose={(overrides) => change({ restrictions: { ...restrictions, overrides } })}
            >
              {words.overrides}
            </Tick>
          </>
        )}
      </RecordButton>
    </p>
  );
}
