import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { CODE_LENGTH, CODE_LETTERS } from "@/lib/contract/event.values";

/** SHA-256 in hex: what a ticket is found by, so that anyone who asks about one need not hold its code. */
export const hashOfCode = (code: string) => createHash("sha256").update(code).digest("hex");

/** A code that nobody can guess: each letter is 5 random bits, 80 together. */
export function newTicketCode(): { code: string; codeHash: string } {
  // 32 letters go into 256 values evenly, so no letter is likelier than another.
  const code = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join("");
  return { code, codeHash: hashOfCode(code) };
}
