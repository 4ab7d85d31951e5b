import { describe, expect, it } from "vitest";
import { decrypt, encrypt, hashIdentityNumber, idempotencyHash, reportCode, reportCodeHash } from "./secret";

describe("identity numbers", () => {
  it("encrypting an identity number gives a different ciphertext each time; decrypting a changed ciphertext fails", () => {
    const encrypted = encrypt("12345678901");
    expect(decrypt(encrypted)).toBe("12345678901");
    expect(encrypted.equals(encrypt("12345678901"))).toBe(false);
    expect(encrypted.toString("latin1")).not.toContain("12345678901");
    encrypted[encrypted.length - 1] = (encrypted[encrypted.length - 1] ?? 0) ^ 1;
    expect(() => decrypt(encrypted)).toThrow();
  });

  it("the keyed hashes of two identity numbers are equal only if the numbers are equal", () => {
    expect(hashIdentityNumber("12345678901")).toBe(hashIdentityNumber("12345678901"));
    expect(hashIdentityNumber("12345678901")).not.toBe(hashIdentityNumber("12345678902"));
  });
});

describe("code of an anonymous report", () => {
  const code = reportCode("01900000-0000-7000-8000-000000000001");

  it("the code of an anonymous report is derived from the report's id, in four groups of unambiguous characters", () => {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(reportCode("01900000-0000-7000-8000-000000000001")).toBe(code);
    expect(reportCode("01900000-0000-7000-8000-000000000002")).not.toBe(code);
  });

  it("the code of an anonymous report has the same hash however it is typed, and the hash does not contain the code", () => {
    expect(reportCodeHash(code.toLowerCase().replaceAll("-", " "))).toBe(reportCodeHash(code));
    expect(reportCodeHash("OIL0-1111-2222-3333")).toBe(reportCodeHash("0110-1111-2222-3333"));
    expect(reportCodeHash(code)).toMatch(/^[0-9a-f]{64}$/);
    expect(reportCodeHash(code)).not.toBe(idempotencyHash(code));
  });
});
