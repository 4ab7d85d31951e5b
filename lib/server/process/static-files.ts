import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";
import { programFile } from "@/lib/server/base/program-file";

const STATIC_PATH = "/_next/static/";
const CONTENT_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

/**
 * Serves scripts and styles that the build compressed (scripts/compress.mjs). Next.js would compress them less well for each request, and
 * rendering needs that CPU time. Next.js still serves everything else: other files, browsers without brotli, range requests, and all files
 * if the build compressed none, as on Vercel.
 */
export function serveCompressed(folder = programFile(".next/static")): void {
  const compressedFiles = existsSync(folder)
    ? readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".br"),
      )
    : [];
  if (compressedFiles.length === 0) return;
  const files = new Map(
    compressedFiles.map((file) => [`${STATIC_PATH}${file.slice(0, -".br".length).replaceAll(path.sep, "/")}`, file]),
  );
  const bodies = new Map<string, Buffer>();
  const servers = new WeakSet<Server>();

  subscribe("http.server.request.start", (event) => {
    const { server } = event as { server: Server };
    if (servers.has(server)) return;
    servers.add(server);
    const listeners = server.listeners("request") as ((...listenerArgs: unknown[]) => void)[];
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      if (!answer(request, response)) for (const listener of listeners) listener.call(server, request, response);
    });
  });

  function answer({ method, url, headers }: IncomingMessage, response: ServerResponse): boolean {
    const [address = ""] = (url ?? "").split("?");
    const file = files.get(address);
    if (!file || method !== "GET" || headers.range || !/\bbr\b/.test(String(headers["accept-encoding"]))) return false;
    const body = bodies.get(file) ?? readFileSync(/* turbopackIgnore: true */ path.join(folder, file));
    bodies.set(file, body);
    response.writeHead(200, {
      "content-type": CONTENT_TYPES[path.extname(address)],
      "content-encoding": "br",
      "content-length": body.length,
      // Same header as Next.js sends. Browsers may cache a file for a year, because its name changes with the content.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    response.end(body);
    return true;
  }
}
