import { describe, expect, it } from "@jest/globals";
import { sentContact, shownContact } from "./contact.ts";

describe("a contact's e-mail address", () => {
  it.each([
    [" marta@example.com\n", "marta@example.com"],
    ["josé@exämple.com", "josé@exämple.com"],
    ["用户@例子.中国", "用户@例子.中国"],
    ['"a b"@example.com', '"a b"@example.com'],
    ["x@localhost", "x@localhost"],
  ])("may be %j, as a booking of the API may have it", (emailAddress, kept) => {
    const sent = sentContact.parse({ emailAddress });
    expect(sent).toEqual({ emailAddress: kept });
    expect(shownContact({ emailAddress })).toMatchObject({ emailAddress: kept });
  });

  it.each(["nobody", "@example.com", "marta@", `${"x".repeat(320)}@x`])(
    "is not %j",
    (emailAddress) => {
      expect(sentContact.safeParse({ emailAddress }).success).toBe(false);
      expect(shownContact({ emailAddress })).toMatchObject({ emailAddress: null });
    },
  );
});
