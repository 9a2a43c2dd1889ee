/** The menu of a webhook or a channel: on and off, its secret, its removal. */
import { Menu } from "@mantine/core";
import Power from "lucide-react/icons/power";
import Trash from "lucide-react/icons/trash-2";
import type { Operations } from "@slipway/client";
import { useState } from "react";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import { SecretItems } from "./endpoint.tsx";
import { type Secret, ShowOnce } from "./show-once.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";

type Status = "ACTIVE" | "DISABLED";

interface Given {
  readonly name: string;
  readonly status: Status;
  readonly turnHint: Readonly<Record<Status, string>>;
  readonly removeHint: string;
  readonly turn: (slipway: Operations, status: Status) => Promise<unknown>;
  readonly remove: (slipway: Operations) => Promise<unknown>;
  readonly read: (slipway: Operations) => Promise<{ readonly secret: string }>;
  readonly replace: (slipway: Operations) => Promise<{ readonly secret: string }>;
  readonly changed: () => void;
  readonly removed: () => void;
}

export function EndpointMenu(given: Given) {
  const { name, status, turnHint, removeHint, turn, remove, read, replace } = given;
  const words = settingsTexts();
  const { endpoint } = texts.access;
  const { confirm, dialog } = useConfirm();
  const [secret, show] = useState<Secret>();
  const next = status === "ACTIVE" ? "DISABLED" : "ACTIVE";
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item
          leftSection={<Power size={16} aria-hidden />}
          onClick={() =>
            confirm({
              title: fill(words.turnTitle[next], { name }),
              hint: turnHint[next],
              action: endpoint.turn[next],
              act: (slipway) => turn(slipway, next),
              said: fill(words.turned[next], { name }),
              done: given.changed,
            })
          }
        >
          {endpoint.turn[next]}
        </Menu.Item>
        <SecretItems name={name} read={read} replace={replace} confirm={confirm} show={show} />
        <Menu.Divider />
        <Menu.Item
          className="danger"
          leftSection={<Trash size={16} aria-hidden />}
          onClick={() =>
            confirm({
              title: fill(words.removeTitle, { name }),
              hint: removeHint,
              action: endpoint.remove,
              isDanger: true,
              act: remove,
              said: fill(words.removed, { name }),
              done: given.removed,
            })
          }
        >
          {endpoint.remove}
        </Menu.Item>
      </RowMenu>
      {dialog}
      <ShowOnce secret={secret} close={() => show(undefined)} />
    </>
  );
}
