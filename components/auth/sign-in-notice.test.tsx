import { expect, it } from "vitest";
import { SESSION_ENDINGS } from "@/lib/contract/auth.values";
import { noticeOf } from "./sign-in-notice";

it("explains why a session ended, and ignores unknown values in the URL", () => {
  const texts = SESSION_ENDINGS.map((ending) => noticeOf({ after: undefined, ended: ending, ranOut: false })?.text);
  expect(new Set(texts).size).toBe(SESSION_ENDINGS.length);
  for (const forged of ["constructor", "Call 0800 and say your password", ["expired"], undefined])
    expect(noticeOf({ after: forged, ended: forged, ranOut: false })).toBeNull();
});

it("detects that a session's cookie has expired", () => {
  expect(noticeOf({ after: undefined, ended: undefined, ranOut: true })?.text).toContain("3 days");
  expect(noticeOf({ after: "reset", ended: "expired", ranOut: true })?.tone).toBe("success");
});
