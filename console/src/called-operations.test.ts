import { expect, it } from "@jest/globals";
import { calledOperations } from "./called-operations.ts";

it("keeps what is called, also over two lines", () => {
  const operations = {
    bookings: { get: 1, list: 2, create: 3, confirm: 4 },
    users: { list: 5 },
    sync: { getJob: 6 },
  };
  const sources = `
    ask(({ bookings }) => bookings.get(id));
    const made = slipway.bookings
      .create(given);
    bookings.list({ cursor });
    users.listen();
  `;
  expect(calledOperations(operations, sources)).toEqual({
    bookings: { get: 1, list: 2, create: 3 },
  });
});

it.each(["users.all", "users.allJobs", "users.changes"])(
  "fails for a list read whole: %s",
  (whole) => {
    const called = () =>
      calledOperations({ users: { list: 1 } }, `for await (const each of ${whole}())`);
    expect(called).toThrow(`the page loads no ${whole}`);
  },
);

it("fails for a call by a computed name, which it would miss", () => {
  const called = () => calledOperations({ bookings: { confirm: 1 } }, "bookings[kind](id);");
  expect(called).toThrow("call a method of bookings by its name, not by bookings[kind](");
});
