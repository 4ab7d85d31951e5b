import "server-only";
import { createHmac } from "node:crypto";

type Key = { keyId: string; key: Buffer };

const hmac = ({ key }: Key, text: string) => createHmac("sha256", key).update(text).digest("hex");
const nextLayer = (key: Key, hash: string) => `${key.keyId}:${hmac(key, hash)}`;

/**
 * Hashes a value under the oldest key, and hashes the result under each newer key. So a stored hash can be converted to a new key
 * without knowing the value, and cannot be computed without the newest key.
 * @param keys oldest first
 * @returns the hash under each key, oldest first: the first as 64 hex digits, the others as `<key id>:<64 hex digits>`
 */
export function hashesUnderSuccessiveKeys([oldest, ...newer]: readonly Key[], value: string): string[] {
  if (!oldest) return [];
  const hashes = [hmac(oldest, value)];
  for (const key of newer) hashes.push(nextLayer(key, hashes.at(-1) ?? ""));
  return hashes;
}

/** Converts a stored hash to the newest key. @throws Error if the hash was made with another key */
export function convertHashToNewestKey(keys: readonly Key[], hash: string): string {
  const [keyId] = hash.split(":");
  const place = hash.includes(":") ? keys.findIndex((key) => key.keyId === keyId) : 0;
  if (place < 0) throw new Error("This hash was made with an unknown key.");
  return keys.slice(place + 1).reduce((inner, key) => nextLayer(key, inner), hash);
}
