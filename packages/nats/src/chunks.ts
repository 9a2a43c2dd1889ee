/**
 * NATS refuses messages beyond a limit of its server, 1 MiB unless it is set. A larger packet travels in chunks. Chunks of
 * one sender on one subject arrive in their order. Where a connection has broken in between, some never arrive.
 */
import { chunkBytesMax, packetBytesMax, unfinishedMax } from "./constants.ts";

/** A chunk says whose it is, which it is and how many there are. */
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

/** The packet in chunks that a NATS server accepts; a small packet is one chunk. */
export function chunksOf(packet: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from === 0 || from < packet.length; from += chunkBytesMax)
    chunks.push(packet.subarray(from, from + chunkBytesMax));
  return chunks;
}

interface Unfinished {
  readonly chunks: Uint8Array[];
  bytes: number;
}

/** Puts packets together. A chunk out of its order, or of too large a packet, loses its packet. */
export class Assembly {
  readonly #unfinished = new Map<string, Unfinished>();

  /** The whole packet, once its last chunk is here. */
  add({ packet, index, count }: Label, chunk: Uint8Array): Uint8Array | undefined {
    const begun = index === 0 ? this.#begin(packet) : this.#unfinished.get(packet);
    if (!begun) return undefined;
    begun.bytes += chunk.length;
    if (begun.chunks.length !== index || begun.bytes > packetBytesMax) {
      this.#unfinished.delete(packet);
      return undefined;
    }
    begun.chunks.push(chunk);
    if (begun.chunks.length < count) return undefined;
    this.#unfinished.delete(packet);
    return Buffer.concat(begun.chunks);
  }

  /** A new packet takes the place of the oldest unfinished one where there are too many. */
  #begin(packet: string): Unfinished {
    const [oldest] = this.#unfinished.keys();
    if (oldest !== undefined && this.#unfinished.size >= unfinishedMax)
      this.#unfinished.delete(oldest);
    const begun = { chunks: [], bytes: 0 };
    this.#unfinished.set(packet, begun);
    return begun;
  }
}
