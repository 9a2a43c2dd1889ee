/** What the structure of an image says, without any of its pixels. */
export interface Picture {
  /** Of the largest of its parts. */
  readonly width: number;
  readonly height: number;
  /** The index behind its last byte: what follows does not belong to it. */
  readonly end: number;
}
