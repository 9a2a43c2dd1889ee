/** Chooses what a user or a key may do: by a role, or one by one. Nobody can give more than they have. */
import { Choice } from "../../parts/choice.tsx";
import { Tick } from "../../parts/tick.tsx";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import {
  type Role,
  roleOf,
  roles,
  scopeWords,
  singleScopes,
  singlesOf,
  withScope,
} from "./scopes.ts";

interface Given {
  readonly scopes: readonly string[];
  readonly choose: (scopes: string[]) => void;
}

export function ScopeChoice({ scopes, choose }: Given) {
  const words = texts.access;
  const held = singlesOf(scopes);
  const role = roleOf(scopes);
  const given = (Object.keys(roles) as Role[]).filter((each) =>
    roles[each].every((one) => mayGive(one)),
  );
  const choices = given.map((id) => ({ id, name: words.roles[id] }));
  return (
    <fieldset>
      <legend>{words.scopes}</legend>
      <p>
        <Choice
          label={words.role}
          value={role ?? ""}
          choices={role ? choices : [{ id: "", name: words.noRole }, ...choices]}
          choose={(id) => id in roles && choose([...roles[id as Role]])}
        />
      </p>
      <details>
        <summary>{words.single}</summary>
        {singleScopes.map(({ scope }) => (
          <Tick
            key={scope}
            checked={held.includes(scope)}
            disabled={!may(scope)}
            choose={(checked) => choose(withScope(scopes, scope, checked))}
          >
            {scopeWords([scope], words).join()}
          </Tick>
        ))}
      </details>
    </fieldset>
  );
}

/** `<area>:*` is given by who may do each thing of the area. */
function mayGive(scope: string): boolean {
  return scope === "*" ? may("*") : singlesOf([scope]).every(may);
}

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const words = texts.access;
  const role = roleOf(scopes);
  return <>{role ? words.roles[role] : scopeWords(scopes, words).join("; ")}</>;
}
