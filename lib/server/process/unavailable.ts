import "server-only";
import type { IncomingMessage } from "node:http";
import { databaseFault } from "@/lib/server/db/availability";

/** Path of the route that answers while the database is not ready (app/api/unavailable/route.ts). */
const API_PATH = "/api/unavailable";
const PAGE_PATH = `${API_PATH}?page`;
const RETRY_SECONDS = 5;

/**
 * Sends requests that need the database to a 503 route, until the start has prepared the database. Without this, a page would be rendered
 * with status 200 or 500 and an error in it.
 */
export function rewriteToUnavailable(request: IncomingMessage): void {
  if (!databaseFault()) return;
  const [pathname = ""] = (request.url ?? "").split("?");
  if (pathname.startsWith("/api/")) {
    if (!pathname.startsWith("/api/health")) request.url = API_PATH;
  } else if (/^\/(?:(?:auth|dashboard)(?:\/.*)?)?$/.test(pathname)) request.url = PAGE_PATH;
}

/** Returns the 503 response: HTML that reloads itself for a page, the error envelope for other requests. */
export function unavailableResponse(request: Request): Response {
  const init = { status: 503, headers: { "cache-control": "no-store", "retry-after": `${RETRY_SECONDS}` } };
  if (!new URL(request.url).searchParams.has("page"))
    return Response.json(
      { status: 503, message: MESSAGE, code: "SERVICE_UNAVAILABLE", retry_after: RETRY_SECONDS },
      init,
    );
  const headers = {
    ...init.headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  };
  return new Response(PAGE, { ...init, headers });
}

const MESSAGE = "The service can't be reached right now. Try again in a few seconds.";
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Not available · Cross River Pay</title>
<style>body{display:grid;place-content:center;min-height:90vh;margin:0 24px;font:16px/1.5 system-ui,sans-serif}h1{font-size:20px}</style>
</head>
<body>
<main>
<h1>Cross River Pay is not available right now</h1>
<p>This page tries again every ${RETRY_SECONDS} seconds.</p>
</main>
</body>
</html>
`;
