/** The menu of a record that one dialog changes and another one takes away. */
import { Menu } from "@mantine/core";
import type { Operations } from "@slipway/client";
import type { LucideIcon } from "lucide-react";
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { ConfirmModal } from "./confirm-modal.tsx";
import { type FormGiven, RecordModal } from "./record-modal.tsx";
import { RowMenu } from "./row-menu.tsx";

interface Change<Draft extends object, Data> extends Omit<FormGiven<Draft, Data>, "close"> {
  /** In the menu. */
  readonly label: string;
  readonly title: string;
}

interface Danger {
  /** In the menu. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly submit: string;
  /** Says what is lost. */
  readonly hint: ReactNode;
  readonly send: (slipway: Operations) => Promise<unknown>;
  readonly done: () => void;
}

interface Given<Draft extends object, Data> {
  /** Names the record, for a reader of the screen. */
  readonly name: string;
  readonly change: Change<Draft, Data>;
  readonly danger: Danger;
  /** Further items. */
  readonly children?: ReactNode;
}

export function ChangeMenu<Draft extends object, Data>(given: Given<Draft, Data>) {
  const { name, change, danger, children } = given;
  const [shown, show] = useState<"change" | "danger">();
  const close = (): void => show(undefined);
  const { hint, icon: Icon, ...question } = danger;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => show("change")}>
          {change.label}
        </Menu.Item>
        {children}
        <Menu.Divider />
        <Menu.Item
          className="danger"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => show("danger")}
        >
          {danger.label}
        </Menu.Item>
      </RowMenu>
      <RecordModal {...change} isShown={shown === "change"} close={close} />
      <ConfirmModal {...question} isShown={shown === "danger"} close={close}>
        {hint}
      </ConfirmModal>
    </>
  );
}
