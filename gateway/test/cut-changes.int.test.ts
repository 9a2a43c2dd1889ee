/** A change that was cut off after any byte has one effect once it is repeated with its key. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { aFerry } from "./a-ferry.ts";
import { sharedClient } from "./client.ts";
import { cutAndRepeat, verbs } from "./cut-changes.ts";
import { dateIn } from "./octo-shop.ts";

const gateway = forThisFile(() => sharedClient());
const ferry = forThisFile(() => aFerry(gateway, 4_000));

describe("a connection that is cut after any byte", () => {
  it.each(verbs)(
    "leaves one effect once the request is repeated: %s",
    async (...verb) => {
      const startAt = `${dateIn(300 + verbs.indexOf(verb))}T08:00:00.000Z`;
      const cuts = { step: 8, atEnd: 8 };
      expect(await cutAndRepeat({ ...ferry, gateway, startAt }, verb, cuts)).toBeGreaterThan(100);
    },
    300_000,
  );
});
