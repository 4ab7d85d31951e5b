import "server-only";
import { createHash, randomBytes, randomInt } from "node:crypto";

/** Creates a token of 256 random bits, URL-safe. */
export const createToken = () => randomBytes(32).toString("base64url");

/** Hashes a token for storage. A single fast hash suffices, because the token has 256 bits of entropy. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Returns a random code of six digits, possibly with leading zeros. */
export const createSixDigitCode = () => randomInt(0, 1_000_000).toString().padStart(6, "0");
