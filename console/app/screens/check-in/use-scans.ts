/**
 * The scans of this browser. Each is kept in it before it is sent, and sent in order: a network that is away, a reload and a
 * closed window lose none.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Booking } from "@slipway/client";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import {
  type Entry,
  type Scan,
  bookingOf,
  entriesIn,
  forgotten,
  nextOf,
  settled,
  withScan,
} from "../../../page/screens/check-in/scans.ts";
import { sendScan } from "../../../page/screens/check-in/send-scan.ts";
import { ask, me } from "../../../page/session.ts";

const againMs = 3_000;

/** Another user's scans of the same browser are sent by that user. */
const keyOf = (): string => `slipway-scans-${me.value?.user?.id ?? ""}`;
const read = (): readonly Entry[] => entriesIn(localStorage.getItem(keyOf()));

/** Scans of a page that was opened without a connection are of nobody yet: the next user sends them. */
function readAll(): readonly Entry[] {
  const ofNobody = "slipway-scans-";
  const found = entriesIn(localStorage.getItem(ofNobody));
  if (keyOf() === ofNobody || found.length === 0) return read();
  localStorage.setItem(keyOf(), JSON.stringify([...read(), ...found]));
  localStorage.removeItem(ofNobody);
  return read();
}

/** The name of this browser at the gate. */
function deviceName(): string {
  const kept = localStorage.getItem("slipway-device");
  if (kept !== null) return kept;
  const made = `Console ${crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16) ?? ""}`;
  localStorage.setItem("slipway-device", made);
  return made;
}

type Named = Pick<Scan, "key" | "code" | "reference" | "bookingId" | "items">;

export function useScans(bookings: readonly Booking[], startAt: string | undefined) {
  const [entries, setEntries] = useState(readAll);
  const [isAway, setAway] = useState(false);
  const isSending = useRef(false);
  const write = useCallback((next: readonly Entry[]) => {
    localStorage.setItem(keyOf(), JSON.stringify(next));
    setEntries(next);
  }, []);

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await sendAll(write);
      setAway(false);
    } catch {
      setAway(true);
    } finally {
      isSending.current = false;
    }
  }, [write]);

  useEffect(() => {
    void send();
    const timer = setInterval(() => void (nextOf(read()) && send()), againMs);
    const now = (): void => void send();
    addEventListener("online", now);
    return () => {
      clearInterval(timer);
      removeEventListener("online", now);
    };
  }, [send]);

  const scan = (named: Named): void => {
    const found = bookingOf(bookings, named);
    write(
      withScan(read(), {
        ...named,
        id: `${Date.now()}-${Math.random()}`,
        at: new Date().toISOString(),
        name: found ? nameOfBooking(found) : "",
        ...(startAt !== undefined && { startAt }),
      }),
    );
    void send();
  };
  const forget = (booking: Booking): void => write(forgotten(read(), booking));
  return { entries, isAway, scan, forget };
}

/** Also what is scanned meanwhile. Throws where the server is not reached. */
async function sendAll(write: (next: readonly Entry[]) => void): Promise<void> {
  const device = deviceName();
  for (let next = nextOf(read()); next; next = nextOf(read())) {
    const { id } = next;
    const sent = next;
    const outcome = await ask((slipway) => sendScan(slipway, sent, device));
    write(settled(read(), id, outcome));
  }
}
