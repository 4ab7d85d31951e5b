import { expect, it } from "vitest";
import { SESSION_END_REASONS } from "@/lib/contract/auth.values";
import { signInNotice } from "./sign-in-notice";

it("shows above the sign-in form why the session ended, and ignores unknown reasons in the URL", () => {
  const texts = SESSION_END_REASONS.map(
    (ending) => signInNotice({ after: undefined, ended: ending, isExpired: false })?.text,
  );
  expect(new Set(texts).size).toBe(SESSION_END_REASONS.length);
  for (const forged of ["constructor", "Call 0800 and say your password", ["expired"], undefined])
    expect(signInNotice({ after: forged, ended: forged, isExpired: false })).toBeNull();
});

it("tells an admin on the sign-in page that the session has expired", () => {
  expect(signInNotice({ after: undefined, ended: undefined, isExpired: true })?.text).toContain("3 days");
  expect(signInNotice({ after: "reset", ended: "expired", isExpired: true })?.tone).toBe("success");
});
