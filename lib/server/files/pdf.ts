import "server-only";
import { inflateSync } from "node:zlib";
import { refuse } from "@/lib/server/errors";

/** Names that make a PDF do something, carry something, or hide something. */
const ACTIVE = [
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "Rendition",
  "Movie",
  "Sound",
  "XFA",
];
const ACTIVE_NAME = new RegExp(`/(?:${[...ACTIVE, "SubmitForm", "ImportData", "GoToE"].join("|")})(?![A-Za-z0-9])`);
const MARKUP = /<(?:script|html|svg|!doctype|\?php)\b/i;
/** Of all packed object lists together. */
const MOST_UNPACKED = 32 * 1_048_576;

/**
 * Whether a PDF is one, whole, and only paper: no script, program start, attached file or form that sends itself. Nobody
 * renders it here; it leaves as an attachment (lib/server/kyc/document.ts).
 * @throws 422
 */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString("latin1");
  if (
    !/^%PDF-[12]\.\d/.test(text) ||
    !/%%EOF\s*$/.test(text.slice(-1_024)) ||
    !/\bstartxref\s+\d+\s+%%EOF\s*$/.test(text)
  )
    throw refuse.file(422, "This PDF is damaged or not complete. Export it again and send that.");
  if (MARKUP.test(text.slice(0, 1_024)))
    throw refuse.file(422, "This file is a PDF and something else at once. Export the document again and send that.");
  const names = plainNames(text);
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names))
    throw refuse.file(422, "This PDF is locked with a password. Save it without one and send that.");
  if (ACTIVE_NAME.test(names) || ACTIVE_NAME.test(plainNames(packedObjects(bytes, text))))
    throw refuse.file(
      422,
      "This PDF holds a script, an attached file or an action. Print it to a new PDF, or send a photo of the page.",
    );
}

/** `/J#61vaScript` is `/JavaScript` to a reader. */
const plainNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Objects that are packed into streams, where names could hide. What cannot be unpacked is not taken. */
function packedObjects(bytes: Buffer, text: string): string {
  let unpacked = "";
  for (const { index, 0: word } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const header = plainNames(text.slice(Math.max(0, text.lastIndexOf(" obj", index)), index));
    if (!/\/ObjStm(?![A-Za-z0-9])/.test(header)) continue;
    const end = text.indexOf("endstream", index);
    const body = bytes.subarray(index + word.length, end < 0 ? undefined : end);
    if (header.includes("/Predictor")) throw unreadable();
    if (!header.includes("/Filter")) unpacked += body.toString("latin1");
    else if (/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(header))
      unpacked += inflated(body, unpacked.length);
    else throw unreadable();
  }
  return unpacked;
}

function inflated(body: Buffer, already: number): string {
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, MOST_UNPACKED - already) }).toString("latin1");
  } catch {
    throw unreadable();
  }
}

const unreadable = () =>
  refuse.file(
    422,
    "This PDF is packed in a way that can't be checked. Print it to a new PDF, or send a photo of the page.",
  );
