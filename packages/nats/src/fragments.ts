/**
 * NATS refuses messages beyond a limit of its server, 1 MiB unless it is set. A larger packet travels in fragments. Fragments of
 * one sender on one subject arrive in their order. Where a connection has broken in between, some never arrive.
 */
import { fragmentBytesMax, packetBytesMax, unfinishedMax } from "./constants.ts";

/** A fragment says whose it is, which it is and how many there are. */
export interface Label {
  /** The sender's name of the packet. */
  readonly packet: string;
  readonly index: number;
  readonly count: number;
}

export function labelText({ packet, index, count }: Label): string {
  return `${packet} ${index} ${count}`;
}

export function labelOf(text: string): Label {
  const [packet = "", index, count] = text.split(" ");
  return { packet, index: Number(index), count: Number(count) };
}

/** The packet in fragments that a NATS server accepts; a small packet is one fragment. */
export function fragmentsOf(packet: Uint8Array): Uint8Array[] {
  const fragments: Uint8Array[] = [];
  for (let from = 0; from === 0 || from < packet.length; from += fragmentBytesMax)
    fragments.push(packet.subarray(from, from + fragmentBytesMax));
  return fragments;
}

interface Unfinished {
  readonly fragments: Uint8Array[];
  bytes: number;
}

/** Puts packets together. A fragment out of its order, or of too large a packet, loses its packet. */
export class PacketReader {
  readonly #unfinished = new Map<string, Unfinished>();

  /** The whole packet, once its last fragment is here. */
  add({ packet, index, count }: Label, fragment: Uint8Array): Uint8Array | undefined {
    const begun = index === 0 ? this.#begin(packet) : this.#unfinished.get(packet);
    if (!begun) return undefined;
    begun.bytes += fragment.length;
    if (begun.fragments.length !== index || begun.bytes > packetBytesMax) {
      this.#unfinished.delete(packet);
      return undefined;
    }
    begun.fragments.push(fragment);
    if (begun.fragments.length < count) return undefined;
    this.#unfinished.delete(packet);
    return Buffer.concat(begun.fragments);
  }

  /** A new packet takes the place of the oldest unfinished one where there are too many. */
  #begin(packet: string): Unfinished {
    const [oldest] = this.#unfinished.keys();
    if (oldest !== undefined && this.#unfinished.size >= unfinishedMax)
      this.#unfinished.delete(oldest);
    const begun = { fragments: [], bytes: 0 };
    this.#unfinished.set(packet, begun);
    return begun;
  }
}
