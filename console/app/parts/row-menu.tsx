/** The menu of one row or card. */
import { ActionIcon, Menu, type MenuProps } from "@mantine/core";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import type { ReactNode } from "react";
import { fill } from "../../page/texts/fill.ts";
import { partWords } from "./texts.ts";

type Control = Pick<MenuProps, "opened" | "onChange" | "withInitialFocusPlaceholder">;

/** A page that opens it by a key controls it. */
interface Given extends Control {
  /** The name of the row, for a reader of the screen. */
  readonly name: string;
  /** A menu of a page looks like the buttons beside it. */
  readonly isOfPage?: boolean;
  readonly children: ReactNode;
}

export function RowMenu({ name, isOfPage = false, children, ...control }: Given) {
  return (
    <Menu position="bottom-end" withinPortal {...control}>
      <Menu.Target>
        <ActionIcon
          {...(isOfPage ? { variant: "default", size: 36 } : { variant: "subtle", color: "gray" })}
          aria-label={fill(partWords().actions, { name })}
          flex="none"
        >
          <EllipsisVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface OrderGiven {
  /** Ids of the list in their order. */
  readonly ids: readonly string[];
  readonly id: string;
  readonly move: (ids: string[]) => void;
}

/** Moves one of a list to the place before or behind. */
export function OrderItems({ ids, id, move }: OrderGiven) {
  const words = partWords();
  const place = ids.indexOf(id);
  const item = (label: string, to: number) => (
    <Menu.Item
      disabled={ids[to] === undefined}
      onClick={() => move(ids.toSpliced(place, 1).toSpliced(to, 0, id))}
    >
      {label}
    </Menu.Item>
  );
  return (
    <>
      {item(words.up, place - 1)}
      {item(words.down, place + 1)}
    </>
  );
}
