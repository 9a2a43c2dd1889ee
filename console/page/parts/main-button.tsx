/** The button above a list that makes another one of it, for those who may. */
import { may } from "../session.ts";

interface Given {
  readonly scope: string;
  readonly label: string;
  readonly open: () => void;
}

export function MainButton({ scope, label, open }: Given) {
  if (!may(scope)) return null;
  return (
    <p class="controls">
      <button type="button" class="main" onClick={open}>
        {label}
      </button>
    </p>
  );
}
