import type { GateTicket } from "@/lib/contract/event-gate";

/** What a gate sends and looks up of a code: the code itself stays on the phone. */
export type CodeMarks = { hash: string; key: GateTicket["k"] };

const NONCE_BYTES = 12;
const KEY_LETTERS = 22;

/** Browsers give these functions to pages by https (and on localhost) only. */
export const canCheckCodes = () => globalThis.crypto?.subtle !== undefined;

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** @param code its 16 letters, as `ticketCode` reads them */
export async function marksOf(code: string): Promise<CodeMarks> {
  const bytes = await sha256(code);
  const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, key: keyOf(hash) };
}

/** @param hash SHA-256 of a code in hex */
export const keyOf = (hash: string): CodeMarks["key"] =>
  btoa(String.fromCharCode(...(hash.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, KEY_LETTERS);

/** The holder's name, which only the code opens. "" where it can't be opened: the state counts, not the name. */
export async function holderOf(code: string, sealed: GateTicket["n"]): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(sealed.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
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
