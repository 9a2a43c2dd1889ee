/** Facts that the structure of an image file states, read without decoding pixels. */
export interface Picture {
  /** Width and height of its largest part. */
  readonly width: number;
  readonly height: number;
  /** The index behind its last byte: what follows does not belong to it. */
  readonly end: number;
}
