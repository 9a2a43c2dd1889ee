/** Answers of a running platform with everything that differs from run to run made the same. */
import { createHash } from "node:crypto";

const instants: Readonly<Record<string, string>> = {
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  timestamp: "2026-11-21T09:30:00.000Z",
  deletedAt: "2026-11-21T09:30:00.000Z",
  expiresAt: "2026-11-21T10:00:00.000Z",
  setupExpiresAt: "2026-11-22T09:30:00.000Z",
  passwordChangedAt: "2026-11-21T09:30:00.000Z",
  erasedAt: "2026-11-21T09:30:00.000Z",
  secondFactorAt: "2026-11-21T09:30:00.000Z",
  disabledAt: "2026-11-21T09:30:00.000Z",
  lastUsedAt: "2026-11-21T09:30:00.000Z",
  confirmedAt: "2026-11-21T09:30:00.000Z",
  cancelledAt: "2026-11-21T09:30:00.000Z",
  decidedAt: "2026-11-21T09:30:00.000Z",
  redeemedAt: "2026-11-21T09:30:00.000Z",
  lastAt: "2026-11-21T09:30:00.000Z",
  at: "2026-11-21T09:30:00.000Z",
  nextAttemptAt: "2026-11-21T09:30:00.000Z",
};

/** Secrets that fit no checksum: nobody takes them for real ones. */
const texts: Readonly<Record<string, string>> = {
  uuid: "0d9c1f3e-5b7a-4c2d-8e6f-1a2b3c4d5e6f",
  prefix: "slw_ExAmPLe0nLy1",
  nextCursor:
    "WyIyMDI2LTExLTIxVDA5OjMwOjAwLjAwMFoiLCJhdWRfMDE5YWE1YjFlMzQwNzAwMDAwMDAwMDAwMDAwMDAwMDAiXQ",
  secret: `whsec_${"U2hvd25Ub05vYm9keUVsc2U".repeat(2).slice(0, 43)}=`,
  key: `slw_ExAmPLe0nLy1_${"ShownOnceAndNeverAgain".repeat(3).slice(0, 49)}`,
  appSecret: "ShownThisOnce",
  uri: "otpauth://totp/Slipway:giulia%40laguna-viva.example?issuer=Slipway&secret=SHOWNTHISONCE&algorithm=SHA1&digits=6&period=30",
  qrCode: "data:image/svg+xml,…",
  recoveryCodes: "hq7k-m2xw-9t4c-jd6p-4rvn-k8fs",
  setupToken: `slu_${"ShownOnceAndNeverAgain".repeat(3).slice(0, 49)}`,
  token: `sls_${"ShownOnceAndNeverAgain".repeat(3).slice(0, 49)}`,
};

/** Where a calendar reads a feed, likewise. */
const feedUrl = `https://book.laguna-viva.example/calendars/slf_${"ShownOnceAndNeverAgain".repeat(3).slice(0, 49)}.ics`;

/** Makes one run's answers stable; ids are numbered in the order in which they appear. */
export function createStabiliser({
  years,
  receiver,
}: {
  years: { run: string; story: string };
  receiver: { run: string; story: string };
}): (answer: unknown) => unknown {
  const ids = new Map<string, string>();

  function idOf(id: string): string {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const [prefix] = id.split("_");
    const digits = digitsOf(`${prefix} ${ids.size}`);
    const made = `${prefix}_019aa5b1e3407${digits.slice(0, 19)}`;
    ids.set(id, made);
    return made;
  }

  /** A stable reference for a booking; a product or an option has one that follows from its name. */
  function referenceOf(reference: string): string {
    const known = ids.get(reference) ?? digitsOf(`${ids.size}`).slice(0, 8).toUpperCase();
    ids.set(reference, known);
    return known;
  }

  /** A stable code of a ticket: it begins with the reference of its booking, and its number. */
  function codeOf(code: string): string {
    const end = digitsOf(code.slice(8, 10)).slice(0, 6).toUpperCase();
    return referenceOf(code.slice(0, 8)) + code.slice(8, 10) + end;
  }

  function textOf(text: string, name: string): string {
    if (text === receiver.run) return receiver.story;
    if (/\/calendars\/slf_\w+\.ics$/.test(text)) return feedUrl;
    if (/^[a-z]+_0{32}$/.test(text)) return text;
    if (/^[a-z]+_[0-9a-f]{32}$/.test(text)) return idOf(text);
    if (name === "reference" && /^[0-9A-HJKMNP-TV-Z]{8}$/.test(text)) return referenceOf(text);
    if (name === "code" && /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text)) return codeOf(text);
    const isDated = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text);
    if (isDated && Object.hasOwn(instants, name)) return instants[name] ?? text;
    if (Object.hasOwn(texts, name)) return texts[name] ?? text;
    return isDated ? text.replace(`${years.run}-`, `${years.story}-`) : text;
  }

  function stable(value: unknown, name: string): unknown {
    if (name === "durationMs") return 84;
    if (typeof value === "string") return textOf(value, name);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => stable(each, name));
    // When a key was last used is known up to a minute late.
    const known = "prefix" in value ? { ...value, lastUsedAt: null } : value;
    // Whether a delivery was tried by now is open.
    if ("lastAttemptAt" in known) known.lastAttemptAt = null;
    if ("lastSucceededAt" in known) known.lastSucceededAt = null;
    return Object.fromEntries(
      Object.entries(known).map(([key, each]) => [textOf(key, ""), stable(each, key)]),
    );
  }

  return (answer) => stable(answer, "");
}

function digitsOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
