import { afterEach, expect, it } from "vitest";
import { forgetSignIn, keepSignIn, keptSignIn } from "./kept-sign-in";

const challenge = {
  email: "ada@example.com",
  reference: "00000000-0000-7000-8000-000000000000",
  expires_at: "2026-11-20T10:10:00.000Z",
  sent_at: 1,
};
const before = Date.parse("2026-11-20T10:09:59Z");
afterEach(forgetSignIn);

it("keeps a sign-in until its code expires or it is cleared", () => {
  expect(keptSignIn(before)).toBeNull();
  keepSignIn(challenge);
  expect(keptSignIn(before)).toEqual(challenge);
  expect(keptSignIn(before + 2_000)).toBeNull();
  forgetSignIn();
  expect(keptSignIn(before)).toBeNull();
});

it("ignores stored values that are not a sign-in", () => {
  for (const text of ["{", "null", "[]", '{"email":1}']) {
    sessionStorage.setItem("cross-riv-sign-in", text);
    expect(keptSignIn(before)).toBeNull();
  }
});
