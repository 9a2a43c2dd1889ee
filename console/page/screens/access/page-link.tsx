/** Leads to the page of a list behind this one, where there is one. */
import { hrefOf, path, query } from "../../router.ts";
import { texts } from "../../texts/texts.ts";

export function PageLink({ cursor }: { cursor: string | null }) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={hrefOf(path.value, { ...Object.fromEntries(query.value), cursor })}>
        {texts.access.endpoint.older}
      </a>
    </p>
  );
}
