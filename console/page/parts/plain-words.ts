import { texts } from "../texts/texts.ts";

export function plainWords(value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.parts.none;
  return typeof value === "string" ? value : JSON.stringify(value);
}
