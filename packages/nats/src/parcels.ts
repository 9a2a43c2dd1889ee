/**
 * NATS refuses messages beyond a limit of its server, 1 MiB unless it is set; what is larger travels
 * in parts. Parts of one sender on one subject arrive in their order or, where a connection has
 * broken in between, not at all.
 */
import { parcelBytesMax, partBytesMax, unfinishedMax } from "./constants.ts";

/** A part says whose it is, which it is and how many there are. */
export interface Label {
  readonly parcel: string;
  readonly index: number;
  readonly count: number;
}

export function labelText({ parcel, index, count }: Label): string {
  return `${parcel} ${index} ${count}`;
}

export function labelOf(text: string): Label {
  const [parcel = "", index, count] = text.split(" ");
  return { parcel, index: Number(index), count: Number(count) };
}

/** The data in parts that the bus takes; itself where it is small. */
export function partsOf(data: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from === 0 || from < data.length; from += partBytesMax)
    parts.push(data.subarray(from, from + partBytesMax));
  return parts;
}

interface Unfinished {
  readonly parts: Uint8Array[];
  bytes: number;
}

/** Puts parts together. One that is out of its order, or of too large a parcel, loses its parcel. */
export class Assembly {
  readonly #unfinished = new Map<string, Unfinished>();

  /** The whole once its last part is here. */
  add({ parcel, index, count }: Label, part: Uint8Array): Uint8Array | undefined {
    const begun = index === 0 ? this.#begin(parcel) : this.#unfinished.get(parcel);
    if (!begun) return undefined;
    begun.bytes += part.length;
    if (begun.parts.length !== index || begun.bytes > parcelBytesMax) {
      this.#unfinished.delete(parcel);
      return undefined;
    }
    begun.parts.push(part);
    if (begun.parts.length < count) return undefined;
    this.#unfinished.delete(parcel);
    return Buffer.concat(begun.parts);
  }

  /** What was begun long before others, and never ended, makes room for them. */
  #begin(parcel: string): Unfinished {
    const [oldest] = this.#unfinished.keys();
    if (oldest !== undefined && this.#unfinished.size >= unfinishedMax)
      this.#unfinished.delete(oldest);
    const begun = { parts: [], bytes: 0 };
    this.#unfinished.set(parcel, begun);
    return begun;
  }
}
