/** The text of a photo's address, `<productId>.<photoId>.<endDay>.<signature>`. The catalog alone can check the signature. */
const pattern = /^(\w{1,100})\.(\w{1,100})\.(\d{1,9})\.([\w-]{43})$/;
const dayMs = 86_400_000;

export interface PhotoAddress {
  readonly productId: string;
  readonly photoId: string;
  /** Number of the UTC day, since 1970, with which it ends. */
  readonly endDay: number;
  readonly signature: string;
}

/** Undefined: the text is no address. */
export function parsePhotoAddress(text: string): PhotoAddress | undefined {
  const [, productId, photoId, endDay, signature] = pattern.exec(text) ?? [];
  if (!productId || !photoId || !endDay || !signature) return undefined;
  return { productId, photoId, endDay: Number(endDay), signature };
}

/** Whether an address is over, signed or not. */
export function hasEnded({ endDay }: Pick<PhotoAddress, "endDay">, now: number): boolean {
  return now >= endDay * dayMs;
}
