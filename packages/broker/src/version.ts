/** Which release this is, and how two of them compare. */
import about from "../../../package.json" with { type: "json" };

/** The version of the running release, from the root package.json, such as "1.2.3". A packed folder has that file, too. */
export const { version } = about;

const byNumbers = new Intl.Collator("en", { numeric: true });

/** Whether a release came before another one. Both are three numbers: `tidy.test.ts` holds ours to it. */
export function isOlder(release: string, than: { release: string }): boolean {
  return byNumbers.compare(release, than.release) < 0;
}
