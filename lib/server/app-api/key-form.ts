import "server-only";
import { randomBytes } from "node:crypto";

const PREFIX = "crp_";
/** Number of first characters of a key that are stored, so that admins recognise the key: the prefix and 36 of the 256 random bits. */
const SHOWN_LENGTH = PREFIX.length + 6;

/** Creates a key: `crp_`, which scanners for leaked secrets can search for, and 32 random bytes in base64url. */
export function generateAppKey(): { key: string; prefix: string } {
  const key = PREFIX + randomBytes(32).toString("base64url");
  return { key, prefix: key.slice(0, SHOWN_LENGTH) };
}

/** Returns true if a token may be a stored key. Other tokens are refused without a query. */
export const hasStoredKeyFormat = (token: string | null): token is string =>
  token !== null && /^crp_[\w-]{43}$/.test(token);
