import { afterEach, expect, it } from "vitest";
import { clearSignIn, saveSignIn, storedSignIn } from "./stored-sign-in";

const challenge = {
  email: "ada@example.com",
  reference: "00000000-0000-7000-8000-000000000000",
  expires_at: "2026-11-20T10:10:00.000Z",
  sent_at: 1,
};
const beforeExpiry = Date.parse("2026-11-20T10:09:59Z");
afterEach(clearSignIn);

it("stores an unfinished sign-in until its code expires or the sign-in is cleared", () => {
  expect(storedSignIn(beforeExpiry)).toBeNull();
  saveSignIn(challenge);
  expect(storedSignIn(beforeExpiry)).toEqual(challenge);
  expect(storedSignIn(beforeExpiry + 2_000)).toBeNull();
  clearSignIn();
  expect(storedSignIn(beforeExpiry)).toBeNull();
});

it("ignores stored values that are not a sign-in", () => {
  for (const text of ["{", "null", "[]", '{"email":1}']) {
    sessionStorage.setItem("cross-riv-sign-in", text);
    expect(storedSignIn(beforeExpiry)).toBeNull();
  }
});
