import type { GateTicket } from "@/lib/contract/event-gate";

/** Hash and lookup key of a ticket code. A gate stores and sends only these, never the code itself. */
export type TicketCodeHashes = { hash: string; key: GateTicket["k"] };

const NONCE_BYTES = 12;
const KEY_LETTERS = 22;

/** Returns true if Web Crypto is available. Browsers provide it only over https and on localhost. */
export const canHashTicketCodes = () => globalThis.crypto?.subtle !== undefined;

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Returns hash and lookup key of a ticket code. @param code 16 letters and digits, as `ticketCode` returns them */
export async function computeTicketCodeHashes(code: string): Promise<TicketCodeHashes> {
  const bytes = await sha256(code);
  const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, key: ticketKeyOf(hash) };
}

/** Returns the lookup key of a ticket code. @param hash SHA-256 of the code in hex */
export const ticketKeyOf = (hash: string): TicketCodeHashes["key"] =>
  btoa(String.fromCharCode(...(hash.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, KEY_LETTERS);

/** Decrypts the ticket holder's name with the ticket code. Returns "" on failure, because the ticket's state matters more. */
export async function decryptHolderName(code: string, encryptedName: GateTicket["n"]): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(encryptedName.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    const key = await crypto.subtle.importKey("raw", await sha256(`holder:${code}`), "AES-GCM", false, ["decrypt"]);
    const iv = bytes.slice(0, NONCE_BYTES);
    return new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.slice(NONCE_BYTES)),
    );
  } catch {
    return "";
  }
}
