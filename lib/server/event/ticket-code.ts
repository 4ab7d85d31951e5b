import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { TICKET_CODE_ALPHABET, TICKET_CODE_LENGTH } from "@/lib/contract/event.values";

/** Returns the SHA-256 of a ticket code in hex. Lookups use it, so that clients do not need the code itself. */
export const hashOfCode = (code: string) => createHash("sha256").update(code).digest("hex");

/** Creates a ticket code of 80 random bits, 5 per letter. */
export function createTicketCode(): { code: string; codeHash: string } {
  // The 256 values of a byte are a multiple of the 32 letters, so all letters are equally likely.
  const code = [...randomBytes(TICKET_CODE_LENGTH)]
    .map((byte) => TICKET_CODE_ALPHABET[byte % TICKET_CODE_ALPHABET.length])
    .join("");
  return { code, codeHash: hashOfCode(code) };
}
