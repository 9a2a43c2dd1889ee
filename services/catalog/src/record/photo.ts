import type { InputOf, OutputOf, catalog, photos } from "@slipway/contracts";

export type PhotoRecord = OutputOf<typeof catalog.getProduct>["photos"][number];

/** One photo in its product's document; its bytes are in a file. */
export interface Photo {
  readonly id: string;
  readonly fileId: string;
  readonly contentType: InputOf<typeof photos.createPhoto>["contentType"];
  readonly length: number;
  readonly hash: string;
  readonly sortOrder: number;
  readonly updatedAt: Date;
}

/** A file that no photo names any more: a request that reads it now may finish. */
interface LeftFile {
  readonly fileId: string;
  readonly since: Date;
}

export interface PhotoList {
  /** By sortOrder; absent as long as there never was one. */
  photos?: readonly Photo[];
  leftFiles?: readonly LeftFile[];
}

export function photoRecord({ id, sortOrder, contentType, updatedAt }: Photo): PhotoRecord {
  return { id, sortOrder, contentType, updatedAt: updatedAt.toISOString() };
}

export function photoRecords({ photos = [] }: PhotoList): PhotoRecord[] {
  return photos.map(photoRecord);
}

/** Behind all others. */
export function nextSortOrder({ photos = [] }: PhotoList): number {
  return Math.max(-1, ...photos.map(({ sortOrder }) => sortOrder)) + 1;
}

/** The list with other bytes for a photo, which keeps its id and its place. */
export function photosReplacing(list: PhotoList, changed: Photo): Required<PhotoList> {
  const { photos = [] } = list;
  return {
    photos: photos.map((each) => (each.id === changed.id ? changed : each)),
    leftFiles: leftWith(list, changed.id, changed.updatedAt),
  };
}

/** The list without a photo; the others keep their places. */
export function photosWithout(list: PhotoList, id: string, now: Date): Required<PhotoList> {
  const { photos = [] } = list;
  return {
    photos: photos.filter((each) => each.id !== id),
    leftFiles: leftWith(list, id, now),
  };
}

function leftWith({ photos = [], leftFiles = [] }: PhotoList, id: string, since: Date): LeftFile[] {
  const left = photos.filter((each) => each.id === id).map(({ fileId }) => ({ fileId, since }));
  return [...leftFiles, ...left];
}
