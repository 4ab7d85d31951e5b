import "server-only";
import { log } from "@/lib/server/base/log";
import { PAGE_ID_HEADER, REQUEST_ID_HEADER } from "@/lib/session";

/** Maximum length of a path in a log line. */
const PATH_MAX = 200;

type FailedRequest = { path: string; headers: NodeJS.Dict<string | string[]> };

/** Logs an error of a page with its request, which Next.js does not log. The middleware has put the request's ids into the headers. */
export function logPageError(error: unknown, { path, headers }: FailedRequest): void {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  const [pathname = ""] = path.split("?");
  const { [REQUEST_ID_HEADER]: requestId, [PAGE_ID_HEADER]: pageId } = headers;
  log.error({ err: error, digest, requestId, pageId, path: pathname.slice(0, PATH_MAX) }, "a page failed");
}
