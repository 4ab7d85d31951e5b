import { afterEach, expect, it } from "vitest";
import { clearUnfinishedSignIn, readUnfinishedSignIn, storeUnfinishedSignIn } from "./stored-sign-in";

const challenge = {
  email: "ada@example.com",
  reference: "00000000-0000-7000-8000-000000000000",
  expires_at: "2026-11-20T10:10:00.000Z",
  sent_at: 1,
};
const beforeExpiry = Date.parse("2026-11-20T10:09:59Z");
afterEach(clearUnfinishedSignIn);

it("stores an unfinished sign-in until its code expires or the sign-in is cleared", () => {
  expect(readUnfinishedSignIn(beforeExpiry)).toBeNull();
  storeUnfinishedSignIn(challenge);
  expect(readUnfinishedSignIn(beforeExpiry)).toEqual(challenge);
  expect(readUnfinishedSignIn(beforeExpiry + 2_000)).toBeNull();
  clearUnfinishedSignIn();
  expect(readUnfinishedSignIn(beforeExpiry)).toBeNull();
});

it("ignores values in browser storage that are not an unfinished sign-in", () => {
  for (const text of ["{", "null", "[]", '{"email":1}']) {
    sessionStorage.setItem("cross-riv-sign-in", text);
    expect(readUnfinishedSignIn(beforeExpiry)).toBeNull();
  }
});
