/** The photos of a product: seen, added, ordered and removed. They are read when the list is opened. */
import { useState } from "preact/hooks";
import type { PhotoType, Product } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { OrderButtons } from "../../parts/order-buttons.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import { useLoad } from "../../use-load.ts";

export function Photos({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{texts.catalog.photos}</summary>
      {isOpen && <List product={product} />}
    </details>
  );
}

function List({ product: { id, name: product } }: { product: Product }) {
  const isWriter = may("catalog:write");
  const { catalog: words, access } = texts;
  const photos = useLoad(id, ({ products }) => products.listPhotos(id));
  const adding = useAction();
  const add = (file: File): void =>
    void adding.act(
      async ({ products }) =>
        products.createPhoto(id, { contentType: file.type as PhotoType, data: await base64(file) }),
      photos.reload,
    );
  return (
    <IfLoaded loaded={photos}>
      {(shown) => (
        <>
          <ol>
            {shown.map((photo, index) => {
              const name = fill(words.photo, { product, number: index + 1 });
              return (
                <li key={photo.id}>
                  <img src={`/api/v1/products/${id}/photos/${photo.id}/content`} alt={name} />
                  {isWriter && (
                    <span class="row-actions">
                      <OrderButtons
                        name={name}
                        ids={shown.map((each) => each.id)}
                        place={index}
                        send={({ products }, photoIds) => products.setPhotoOrder(id, { photoIds })}
                        done={photos.reload}
                      />
                      <ConfirmButton
                        label={access.endpoint.remove}
                        name={name}
                        act={({ products }) => products.deletePhoto(id, photo.id)}
                        done={photos.reload}
                      >
                        {words.photoHint}
                      </ConfirmButton>
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
          {isWriter && (
            <label>
              {words.addPhoto}{" "}
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp"
                disabled={adding.isBusy}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? [];
                  if (file) add(file);
                  // The same file may be chosen again after a refusal.
                  currentTarget.value = "";
                }}
              />
            </label>
          )}
          <ProblemNote error={adding.error} />
        </>
      )}
    </IfLoaded>
  );
}

/** The part of the file's data URL after the comma. */
function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
