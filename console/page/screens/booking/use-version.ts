/** The version that a change is checked against: the one the form opened with, or the newest after a conflict. */
import { useState } from "react";
import { type Booking, type Operations, isProblem } from "@slipway/client";
import { type RecordChange, changesOf } from "../../parts/record-changes.ts";

export interface Version {
  /** Its `updatedAt` goes with the change. */
  readonly read: Booking;
  /** Changes that another user has made since the form opened. */
  readonly others: readonly RecordChange[];
  /** Makes the call; on a conflict it reads what the other has made, and throws the refusal. The next call goes on from that. */
  readonly attempt: <Data>(
    slipway: Operations,
    call: (read: Booking) => Promise<Data>,
  ) => Promise<Data>;
}

/** @param opened the booking as it was when the form opened; a later one does not replace it */
export function useVersion(opened: Booking): Version {
  const [first] = useState(opened);
  const [read, setRead] = useState(opened);
  const attempt: Version["attempt"] = async (slipway, call) => {
    try {
      return await call(read);
    } catch (error) {
      if (isProblem(error, "VERSION_CONFLICT")) setRead(await slipway.bookings.get(read.id));
      throw error;
    }
  };
  return { read, others: changesOf(first, read), attempt };
}
