import { describe, expect, it } from "vitest";
import { decrypt, encrypt, keyedHash } from "./secret";

describe("identity numbers", () => {
  it("come back from encryption, never look the same twice, and notice tampering", () => {
    const sealed = encrypt("12345678901");
    expect(decrypt(sealed)).toBe("12345678901");
    expect(sealed.equals(encrypt("12345678901"))).toBe(false);
    expect(sealed.toString("latin1")).not.toContain("12345678901");
    sealed[sealed.length - 1] = (sealed[sealed.length - 1] ?? 0) ^ 1;
    expect(() => decrypt(sealed)).toThrow();
  });

  it("are found again by a keyed hash", () => {
    expect(keyedHash("12345678901")).toBe(keyedHash("12345678901"));
    expect(keyedHash("12345678901")).not.toBe(keyedHash("12345678902"));
  });
});
