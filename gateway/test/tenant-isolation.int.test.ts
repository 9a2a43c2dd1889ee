import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { pathFields } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";
import { sharedClient } from "./client.ts";
import {
  type Ask,
  aSale,
  askAs,
  bookingNaming,
  credentialFor,
  expectAbsentInField,
  expectAbsentInPath,
  expectUnchanged,
  findsNothing,
  headOf,
  missingOf,
  queries,
  seen,
  withFields,
  withPath,
} from "./foreign-records.ts";
import { aWorld } from "./world.ts";

/** As the other tenant. */
let ask: Ask;

const gateway = forThisFile(() => sharedClient());
const mine = forThisFile(() => aWorld(gateway));
const theirs = forThisFile(() => aWorld(gateway));
beforeAll(async () => {
  ask = askAs(gateway, theirs);
});

describe("a record of another tenant", () => {
  it.each(withPath.map((route) => ({ head: headOf(route), route })))(
    "is as absent as a missing one for $head",
    async ({ route }) => {
      await expectAbsentInPath(ask, route, { foreign: mine, own: theirs });
    },
  );

  it.each(withFields)(
    "is as absent as a missing one in $field of $head",
    async ({ route, field }) => {
      const worlds = { foreign: mine, own: theirs };
      expect(findsNothing(await expectAbsentInField(ask, { route, field }, worlds))).toBe(true);
    },
  );

  it.each([
    ["unitItems", 400],
    ["retailPrices", 400],
    ["resourceItems", 404],
  ] as const)("is as absent as a missing one in %s of a booking", async (field, status) => {
    const answers = [mine.ids, missingOf(mine.ids)].map(async (ids) => {
      const own = aSale(theirs);
      return gateway.send("POST /bookings", {
        key: theirs.key,
        body: { ...own, [field]: bookingNaming(field, ids) },
      });
    });
    const [foreign, absent] = await Promise.all(answers);
    expect(foreign?.status).toBe(status);
    expect(foreign && seen(foreign)).toEqual(absent && seen(absent));
  });

  it("is in no list", async () => {
    const lists = routes.filter(
      (route) => route.method === "GET" && pathFields(route.path).length === 0,
    );
    for (const route of lists) {
      const query = { ...queries[headOf(route)]?.(theirs) };
      const search = new URLSearchParams(query).toString();
      const { text } = await gateway.send(`GET ${route.path}?${search}`, {
        key: credentialFor(route, theirs),
      });
      for (const id of Object.values(mine.ids)) expect(text).not.toContain(id);
    }
  });

  it("is unchanged by all of this", async () => {
    await expectUnchanged(gateway, mine);
  });
});
