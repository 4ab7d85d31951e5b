import { expect, it } from "vitest";
import { convertHashToNewestKey, hashesUnderSuccessiveKeys } from "./layered-hash";

const [first, second, third] = ["a", "b", "c"].map((letter) => ({
  keyId: letter.repeat(12),
  key: Buffer.alloc(32, letter),
}));
const keys = [first, second, third].flatMap((key) => key ?? []);

it("convertHashToNewestKey converts a hash of every older key to the newest key without the original value", () => {
  const hashes = hashesUnderSuccessiveKeys(keys, "12345678901");
  expect(hashes.map((hash) => hash.split(":")[0])).toEqual([hashes[0], "bbbbbbbbbbbb", "cccccccccccc"]);
  for (const hash of hashes) expect(convertHashToNewestKey(keys, hash)).toBe(hashes[2]);
  expect(convertHashToNewestKey(keys.slice(0, 2), hashes[0] ?? "")).toBe(hashes[1]);
});

it("convertHashToNewestKey refuses a hash of an unknown key", () => {
  expect(() => convertHashToNewestKey(keys, `dddddddddddd:${"0".repeat(64)}`)).toThrow("unknown key");
});
