/** Issues a key: what it is called, what it may do, and what it is held to. */
import { useState } from "preact/hooks";
import type { IssuedApiKey } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { SupplierChoice } from "../../parts/supplier-choice.tsx";
import { texts } from "../../texts/texts.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { roles, singlesOf } from "./scopes.ts";
import { may } from "../../session.ts";

interface Given {
  readonly done: (issued: IssuedApiKey) => void;
  readonly close: () => void;
}

export function NewKey({ done, close }: Given) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(singlesOf(roles.seller).filter(may));
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const [overrides, setOverrides] = useState(false);
  const words = texts.value.access.keys;
  return (
    <FormDialog
      title={words.new}
      submit={words.issue}
      send={({ apiKeys }) =>
        apiKeys.create({ name, scopes, restrictions: { supplierId, overrides } })
      }
      done={done}
      close={close}
    >
      <Field
        label={words.name}
        type="text"
        required
        value={name}
        onInput={setName}
        maxLength={1_000}
      />
      <ScopeChoice scopes={scopes} choose={setScopes} />
      <SupplierChoice supplierId={supplierId} choose={setSupplierId} />
      <label class="line">
        <input
          type="checkbox"
          checked={overrides}
          onChange={({ currentTarget }) => setOverrides(currentTarget.checked)}
        />{" "}
        {words.overrides}
      </label>
    </FormDialog>
  );
}
