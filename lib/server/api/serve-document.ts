import "server-only";
import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { checkDocsAccess } from "./docs-access";
import { apiDocument } from "./document";
import { unknownCallRefusal } from "./errors";
import { ifNoneMatchCheck } from "./public-handler";

const FRESH_SECONDS = 300;

let cachedText: Promise<{ text: string; etag: string }> | undefined;

/**
 * Serves the OpenAPI document, built once per process, to clients that API_DOCS allows. Returns 304 if the client has it. Next.js
 * compresses the response (`compress`). A stored compressed copy does not work, because Next.js 16 drops the `Content-Encoding` of a route
 * handler (`send-response.js`).
 */
export async function serveApiDocument(request: Request): Promise<Response> {
  const access = await checkDocsAccess(request.headers);
  if (access.state === "refused") return access.refusal;
  if (access.state === "off") {
    const { status, message, code } = unknownCallRefusal();
    return Response.json({ status, message, code }, { status, headers: { "cache-control": "no-store" } });
  }
  cachedText ??= makeDocumentText();
  const { text, etag } = await cachedText;
  const headers = {
    // Uses a weak ETag, because it identifies the content in every encoding.
    etag: `W/${etag}`,
    "cache-control": `${env().apiDocs === "open" ? "public" : "private"}, max-age=${FRESH_SECONDS}`,
    vary: "Accept-Encoding",
  };
  if (ifNoneMatchCheck(request)(etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

async function makeDocumentText() {
  const text = JSON.stringify(await apiDocument());
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 32)}"` };
}
