import "server-only";
import { createHash, randomBytes, randomInt } from "node:crypto";

/** 256 random bits, URL-safe. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What is stored of a token: it has 256 bits of its own, so one fast hash is enough. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Six digits, leading zeros included. */
export const newCode = () => randomInt(0, 1_000_000).toString().padStart(6, "0");
