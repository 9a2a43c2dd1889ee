/** The photos of a product. The first one stands for it in lists. */
import {
  Badge,
  Box,
  Button,
  Card,
  FileButton,
  Group,
  Menu,
  SimpleGrid,
  Stack,
  Text,
} from "@mantine/core";
import type { Photo, Product } from "@slipway/client";
import ImagePlus from "lucide-react/icons/image-plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ConfirmModal } from "../../parts/confirm-modal.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { OrderItems, RowMenu } from "../../parts/row-menu.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { type WholeProduct, photoHref } from "./load-product.ts";
import { photoOf } from "./photo-of.ts";
import { productWords } from "./texts.ts";

export function PhotosTab({ whole: { product, photos } }: { readonly whole: WholeProduct }) {
  const words = productWords();
  const isWriter = may("catalog:write");
  return (
    <Stack gap="md">
      {photos.length === 0 && (
        <Card withBorder padding="xl">
          <Text ta="center" className="soft" size="sm">
            {words.noPhoto}
          </Text>
        </Card>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {photos.map((photo, index) => (
          <PhotoCard
            key={photo.id}
            product={product}
            photos={photos}
            place={index}
            isWriter={isWriter}
          />
        ))}
      </SimpleGrid>
      {isWriter && <AddPhoto product={product} />}
    </Stack>
  );
}

interface CardGiven {
  readonly product: Product;
  readonly photos: readonly Photo[];
  readonly place: number;
  readonly isWriter: boolean;
}

function PhotoCard({ product, photos, place, isWriter }: CardGiven) {
  const words = productWords();
  const changed = useSoldChanged();
  const [isRemoving, setRemoving] = useState(false);
  const photo = photos[place];
  if (!photo) return null;
  const name = fill(texts.catalog.photo, { product: product.name, number: place + 1 });
  const move = (photoIds: string[]): void =>
    void ask(({ products }) => products.setPhotoOrder(product.id, { photoIds }))
      .catch(showProblem)
      .finally(changed);
  return (
    <Card withBorder padding="xs">
      <Card.Section>
        <Box className="cover">
          <img src={photoHref(product.id, photo)} alt={name} />
        </Box>
      </Card.Section>
      <Group justify="space-between" mt="xs">
        {place === 0 ? <Badge variant="light">{words.firstPhoto}</Badge> : <span />}
        {isWriter && (
          <RowMenu name={name}>
            <OrderItems id={photo.id} ids={photos.map(({ id }) => id)} move={move} />
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => setRemoving(true)}
            >
              {words.delete}
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <ConfirmModal
        isShown={isRemoving}
        close={() => setRemoving(false)}
        title={fill(words.deleteTitle, { name })}
        submit={words.delete}
        send={({ products }) => products.deletePhoto(product.id, photo.id)}
        done={changed}
      >
        {texts.catalog.photoHint}
      </ConfirmModal>
    </Card>
  );
}

function AddPhoto({ product }: { readonly product: Product }) {
  const changed = useSoldChanged();
  const { act, error, isBusy } = useAction();
  const add = (file: File | null): void => {
    if (file)
      void act(
        async ({ products }) => products.createPhoto(product.id, await photoOf(file)),
        changed,
      );
  };
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton onChange={add} accept="image/jpeg,image/png,image/webp">
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={isBusy}
            leftSection={<ImagePlus size={16} aria-hidden />}
          >
            {texts.catalog.addPhoto}
          </Button>
        )}
      </FileButton>
      <ProblemNote error={error} />
    </Stack>
  );
}
