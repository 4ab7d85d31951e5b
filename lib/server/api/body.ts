import "server-only";
import { MAX_UPLOAD_BYTES } from "@/lib/contract/kyc.values";
import { bodyLimit, MAX_BODY_BYTES, type Route } from "@/lib/contract/route";
import { DOCUMENT_TYPES } from "@/lib/contract/uploads.values";
import { formatList } from "@/lib/format";
import { Refusal, refuse } from "./errors";

/** Request body that a call accepts. `limit`: maximum size in bytes. */
export type ExpectedBody = { limit: number; isFile: boolean };

/** Expected body of a call that receives a file. */
export const FILE_BODY: ExpectedBody = { limit: MAX_UPLOAD_BYTES, isFile: true };

/** Returns the request body that a route accepts. @param route null if only the service at API_BASE_URL knows the call */
export function expectedBody(request: Request, route: Route | null): ExpectedBody {
  // Accepts JSON in place of a file here; the schema check then rejects it and names the missing field.
  if (route?.upload && !isJson(request)) return FILE_BODY;
  return { limit: bodyLimit(route ?? { policy: "signed-in" }), isFile: false };
}

/** Returns the Content-Length in bytes; 0 without a body, null if the length is not declared. */
export function bodyLengthOf({ headers }: Request): number | null {
  if (headers.has("content-length")) return Number(headers.get("content-length"));
  return headers.has("transfer-encoding") ? null : 0;
}

/** Rejects a request body by its headers, before it is read. @throws 413, 415 */
export function refuseByHeaders(request: Request, expected: ExpectedBody): void {
  const length = bodyLengthOf(request);
  if (length !== null && length > expected.limit) throw tooLargeRefusal(expected);
  if (length === 0 || (expected.isFile ? isFileType(request) : isJson(request))) return;
  throw expected.isFile
    ? refuse.file(415, `Send the file itself as the body, as ${formatList(DOCUMENT_TYPES, "or")}.`)
    : notJsonRefusal();
}

/** Reads the request body. Stops at the limit even if no length was declared. @throws 413, 415 */
export async function readBody(request: Request, expected: ExpectedBody): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(expected.limit, request.body);
  if (bytes === null) throw tooLargeRefusal(expected);
  if (bytes.length && !expected.isFile && !isJson(request)) throw notJsonRefusal();
  return bytes;
}

/** Reads up to `limit` bytes of a body. @returns null if the body is longer; the remainder is not read */
export async function readBytes(limit: number, body: Request["body"]): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      reader?.cancel().catch(() => {});
      return null;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

const contentTypeOf = ({ headers }: Request) => headers.get("content-type") ?? "";
const isJson = (request: Request) => /^application\/json\s*(;|$)/i.test(contentTypeOf(request));
const isFileType = (request: Request) =>
  /^(image\/[\w.+-]+|application\/(pdf|octet-stream))\s*(;|$)/i.test(contentTypeOf(request));

/** Returns the 413 for a body above its limit. */
export const tooLargeRefusal = ({ limit, isFile }: ExpectedBody): Refusal =>
  refuse.file(
    413,
    isFile
      ? "This file is larger than 10 MB. Send a smaller one."
      : `The request is larger than ${limit < MAX_BODY_BYTES ? `${limit / 1_024} KB` : "1 MB"}. Send less per request.`,
  );
const notJsonRefusal = () => new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
