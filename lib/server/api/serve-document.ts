import "server-only";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { env } from "@/lib/env";
import { docsAccess } from "./docs-access";
import { apiDocument } from "./document";
import { unknownCall } from "./errors";
import { knownBy } from "./public-door";

const FRESH_SECONDS = 300;
/** In the order of preference: brotli makes it a third smaller than gzip. */
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A tenth of a second of one core; the highest level takes two seconds for 15% fewer bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const COMPRESS: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
};

type Made = { text: Buffer; hash: string; compressed: Map<Encoding, Promise<Buffer>> };
let made: Promise<Made> | undefined;

/** The OpenAPI document for anyone whom API_DOCS lets read it: compressed once in a process, with 304 for who has it. */
export async function serveDocument(request: Request): Promise<Response> {
  const access = await docsAccess(request.headers);
  if (access.state === "refused") return access.refusal;
  if (access.state === "off") {
    const { status, message, code } = unknownCall();
    return Response.json({ status, message, code }, { status, headers: { "cache-control": "no-store" } });
  }
  made ??= make();
  const { text, hash, compressed } = await made;
  const encoding = encodingFor(request.headers.get("accept-encoding"));
  const headers: Record<string, string> = {
    etag: `"${hash}${encoding ? `-${encoding}` : ""}"`,
    // Without `no-transform` Next compresses the compressed body a second time, for each request.
    "cache-control": `${env().apiDocs === "open" ? "public" : "private"}, max-age=${FRESH_SECONDS}, no-transform`,
    vary: "Accept-Encoding",
  };
  if (knownBy(request)(headers.etag ?? "")) return new Response(null, { status: 304, headers });
  if (encoding && !compressed.has(encoding)) compressed.set(encoding, COMPRESS[encoding](text));
  const body = (encoding && (await compressed.get(encoding))) || text;
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      ...(encoding && { "content-encoding": encoding }),
      "content-type": "application/json",
      "content-length": String(body.length),
    },
  });
}

async function make(): Promise<Made> {
  const text = Buffer.from(JSON.stringify(await apiDocument()));
  return { text, hash: createHash("sha256").update(text).digest("base64url").slice(0, 32), compressed: new Map() };
}

/** The best encoding that a request accepts; null: none. An encoding with `q=0` is refused. */
function encodingFor(accepted: string | null): Encoding | null {
  const named = (accepted ?? "").split(",").map((each) =>
    each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const takes = (encoding: Encoding) =>
    named.some(([name, ...options]) => name === encoding && !options.some((option) => /^q=0(\.0*)?$/.test(option)));
  return ENCODINGS.find(takes) ?? null;
}
