/** Actions on a whole product: change its details, copy it, archive it. */
import { Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Product } from "@slipway/client";
import Archive from "lucide-react/icons/archive";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useLocation } from "wouter";
import { type Steps, copyProduct } from "../../../page/screens/catalog/copy-product.ts";
import { productDraft, productFields } from "../../../page/screens/catalog/product-fields.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { RecordModal } from "../../parts/record-modal.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { zones } from "../../parts/zones.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly product: Product;
}

export function ProductMenu({ product }: Given) {
  const words = productWords();
  const { id, name } = product;
  const [isCopying, copy] = useState(false);
  const changed = useSoldChanged();
  const [, go] = useLocation();
  return (
    <>
      <ChangeMenu
        name={name}
        change={{
          label: words.changeDetails,
          title: fill(words.detailsOf, { name }),
          first: productDraft(product),
          fields: productFields().map((field) =>
            field.name === "timezone" ? { ...field, choices: zones() } : field,
          ),
          send: ({ products }, _, part) => products.update(id, part),
          done: changed,
        }}
        danger={{
          label: words.archive,
          icon: Archive,
          title: fill(words.archiveTitle, { name }),
          submit: words.doArchive,
          hint: texts.catalog.archiveHint,
          send: ({ products }) => products.archive(id),
          done() {
            notifications.show({ color: "green", message: fill(words.isArchived, { name }) });
            go("/products");
            changed();
          },
        }}
      >
        <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={() => copy(true)}>
          {words.copy}
        </Menu.Item>
      </ChangeMenu>
      <CopyProduct product={product} isShown={isCopying} close={() => copy(false)} />
    </>
  );
}

interface CopyGiven extends Given {
  readonly isShown: boolean;
  readonly close: () => void;
}

/** Seasons, prices, photos and resources do not go with it, so it leads to the steps that are left. */
function CopyProduct({ product, isShown, close }: CopyGiven) {
  const words = productWords();
  const changed = useSoldChanged();
  const [, go] = useLocation();
  return (
    <RecordModal
      isShown={isShown}
      close={close}
      title={fill(words.copyOf, { name: product.name })}
      submit={words.makeCopy}
      first={{ name: `${product.name} 2`, steps: [] as Steps }}
      fields={[{ name: "name", label: texts.day.name }]}
      send={async (_, { name, steps }) => {
        const options = await ask(({ products }) => products.listOptions(product.id));
        await copyProduct({ ...product, name, options }, steps).finally(changed);
        return steps[0]?.id ?? "";
      }}
      done={(id) => {
        notifications.show({ color: "green", message: words.isCopied });
        go(`/products/${id}/setup`);
      }}
    >
      {({ steps }) => steps.length > 0 && <p>{texts.catalog.copyMade}</p>}
    </RecordModal>
  );
}
