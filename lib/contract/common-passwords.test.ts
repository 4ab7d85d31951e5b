import { describe, expect, it } from "vitest";
import { fastestRunMs } from "@/lib/server/testing/fastest-run";
import { passwordReset, registration } from "./auth";
import { isCommonPassword } from "./common-passwords";

describe("isCommonPassword", () => {
  it.each([
    "password1234",
    "P@ssw0rd!2026",
    "Password-Password",
    "Welcome2Nigeria!",
    "crossriverpay2026",
    "Demo-CrossRiver-2026",
    "1loveyouJesus",
    "!!Chelsea1905!!",
    "qwertyuiop12",
    "QWERTY123456",
    "1qaz2wsx3edc",
    "zxcvbnmasdfghjkl",
    "abcdefghijklm",
    "987654321098",
    "2348031234567",
    "aaaaaaaaaaaa",
    "Lagos1Lagos1Lagos1",
    "abababababab",
    "January-2026-admin",
  ])("isCommonPassword refuses the password %s", (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    "a long enough password",
    "correct horse battery staple",
    "okra soup on the veranda",
    "Tortoise$Mangrove9",
    "x8KQ-vT2m-Zr4L-0pWd",
    "my goat ate three radios",
    "Ẹ̀kọ́ dára púpọ̀ lónìí",
    "mango harbour qwerty lantern",
  ])("isCommonPassword accepts the password %s", (password) => expect(isCommonPassword(password)).toBe(false));

  it("isCommonPassword checks the longest passwords in under 200 ms", () => {
    // The last input can be split into words in millions of ways, so the check must not try them all.
    const longestPasswords = ["a", "ab", "password", "qwe", "1a!", "myloveyou"].map((repeatedText) =>
      repeatedText.repeat(128).slice(0, 128),
    );
    expect(fastestRunMs(5, () => longestPasswords.forEach(isCommonPassword))).toBeLessThan(200);
  });
});

describe("newPassword", () => {
  const reference = "r".repeat(43);
  const issuesOf = async (password: string, email = "ada.obi@example.com") =>
    (await passwordReset.safeParseAsync({ reference, email, password })).error?.issues.map(({ path, message }) => [
      path.join("."),
      message,
    ]);

  it("newPassword accepts 12 to 128 characters", async () => {
    expect(await issuesOf("short enough")).toBeUndefined();
    expect(await issuesOf("too short !")).toEqual([["password", "Use at least 12 characters."]]);
    expect(await issuesOf("okra soup ".repeat(13))).toEqual([["password", "Use at most 128 characters."]]);
  });

  it("newPassword refuses a common password", async () => {
    expect(await issuesOf("Password1234!")).toEqual([["password", expect.stringContaining("too easy to guess")]]);
  });

  it("newPassword refuses a password that is little more than the product's name", async () => {
    const refusal = [["password", expect.stringContaining("too close to this product's name or to yours")]];
    expect(await issuesOf("CrossRiverPay-7kQ!")).toEqual(refusal);
    expect(await issuesOf("Cross River Pay 7kQ!")).toEqual(refusal);
    expect(await issuesOf("CrossRiverPay okra on the veranda")).toBeUndefined();
  });

  it("registration refuses a password that is little more than the admin's name", async () => {
    const input = { reference, email: "a@example.com", first_name: "Ekaette", last_name: "Bassey" };
    const issues = async (password: string) =>
      (await registration.safeParseAsync({ ...input, password })).error?.issues.map(({ path }) => path.join("."));
    expect(await issues("EkaetteBassey-7kQ!")).toEqual(["password"]);
    expect(await issues("Ekaette ate okra on the veranda")).toBeUndefined();
  });

  it("newPassword compares a password with an email address of many symbols in under a second", async () => {
    const startedAt = Date.now();
    await issuesOf(`${"_-".repeat(60)}okra12`, `${"_".repeat(8)}a@example.com`);
    await issuesOf("_".repeat(100_000), `${"_".repeat(60)}a@example.com`);
    await issuesOf("_".repeat(128), `${"_".repeat(200)}a@example.com`);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  });

  it("registration refuses a password that contains the email address or its local part, in any case", async () => {
    const emailRefusal = [["password", "The password must not contain your email address."]];
    expect(await issuesOf("my ADA.OBI@example.com key")).toEqual(emailRefusal);
    expect(await issuesOf("river-Ada.Obi-lantern")).toEqual(emailRefusal);
    expect(await issuesOf("river-ada-lantern-obi")).toBeUndefined();
    // Ignores one-letter local parts of an email, because most passwords contain that letter.
    expect(await issuesOf("a goat ate the radio", "a@example.com")).toBeUndefined();
  });
});
