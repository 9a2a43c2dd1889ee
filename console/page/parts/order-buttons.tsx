/** Buttons that move one thing of a list to the place before or behind. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Operations } from "@slipway/client";
import { texts } from "../texts/texts.ts";
import { useAction } from "../use-action.ts";
import { NamedButton } from "./named-button.tsx";
import { ProblemNote } from "./problem-note.tsx";

interface Given {
  /** The name of the thing to move. */
  readonly name: string;
  /** Ids of all things in the list, in their order. */
  readonly ids: readonly string[];
  readonly place: number;
  readonly send: (slipway: Operations, ids: string[]) => Promise<unknown>;
  readonly done: () => void;
}

/** The list does not show yet what was sent: a further press would send the order before it, and undo it. */
let isSent = false;

function again(error: unknown): never {
  isSent = false;
  throw error;
}

export function OrderButtons({ name, ids, place, send, done }: Given) {
  const { sale: words } = texts;
  const { act, error } = useAction();
  const pressed = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    isSent = false;
    // The browser takes the focus from a button that it moves, so the next press would go astray.
    pressed.current?.focus();
    pressed.current = null;
  }, [ids.join()]);
  const button = (label: string, to: number) => (
    <NamedButton
      label={label}
      name={name}
      // A button that is disabled would lose the focus at the end of the list.
      aria-disabled={ids[to] === undefined}
      onClick={({ currentTarget }) => {
        if (ids[to] === undefined || isSent) return;
        isSent = true;
        pressed.current = currentTarget;
        const [id = ""] = ids.slice(place);
        const ordered = ids.toSpliced(place, 1).toSpliced(to, 0, id);
        // A refusal says that the list has changed.
        void act(
          (slipway) => send(slipway, ordered).catch(again).finally(done),
          () => undefined,
        );
      }}
    />
  );
  return (
    <>
      {button(words.earlier, place - 1)}
      {button(words.later, place + 1)}
      <ProblemNote error={error} />
    </>
  );
}
