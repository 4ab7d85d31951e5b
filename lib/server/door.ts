import "server-only";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { BodyLimitPlugin } from "@orpc/server/fetch";
import type { ErrorBody } from "@/lib/contract/common";
import { UPLOAD_LIMIT } from "@/lib/contract/kyc.values";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { env } from "@/lib/env";
import { appOf } from "./app-door/keys";
import { findSession } from "./auth/session";
import type { RequestContext } from "./context";
import { callLimit, withCallTime } from "./db/call-time";
import { database } from "./db/client";
import { isDatabaseAway, Refusal, refuse } from "./errors";
import { log } from "./log";
import { answerPublic, isPublic, knownBy, publicRequest } from "./public-door";
import { requestContext } from "./request";
import { router } from "./router";

const PREFIX = "/api/v1";
const BODY_LIMIT = 1_048_576;

const handlerWithin = (maxBodySize: number, tooLarge: string) =>
  new OpenAPIHandler(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize })],
    customErrorResponseBodyEncoder: (error) => errorBodyOf(error, tooLarge),
    interceptors: [
      async ({ next, request }) => {
        try {
          const result = await next();
          return result;
        } catch (error) {
          if (!(error instanceof ORPCError))
            log.error({ err: error, path: loggedPath(request.url.pathname) }, "a call failed");
          throw error;
        }
      },
    ],
    rootInterceptors: [
      async ({ next }) => {
        const result = await next();
        const { response } = result;
        if (!response || response.status >= 400 || isFile(response.body)) return result;
        return {
          ...result,
          response: { ...response, body: { status: response.status, message: "OK", data: response.body } },
        };
      },
    ],
  });

const TOO_LARGE = "The request is larger than 1 MB. Send less at once.";
const FILE_TOO_LARGE = "This file is larger than 10 MB. Send a smaller one.";
const handler = handlerWithin(BODY_LIMIT, TOO_LARGE);
const uploadHandler = handlerWithin(UPLOAD_LIMIT, FILE_TOO_LARGE);

/** The token of a download or preview link is a secret while it lives, so no log has it. */
export const loggedPath = (pathname: string) => pathname.replace(/(\/(?:exports|public\/previews)\/)[^/]{43,}/, "$1…");

const isFile = (body: unknown) => body instanceof Blob || body instanceof ReadableStream;

/** The door of the API: an HTTP request in, the envelope out. Never throws. */
export async function answer(request: Request): Promise<Response> {
  const started = performance.now();
  const context = requestContext(request.headers);
  const response = await withCallTime(callLimit(), () => throughItsDoor(request, context)).catch((error: unknown) => {
    if (isDatabaseAway(error)) return refused(refuse.unavailable());
    log.error({ err: error, requestId: context.requestId }, "a request failed");
    return refused(new Refusal(500, "INTERNAL_SERVER_ERROR", SERVER_ERROR));
  });
  const { pathname } = new URL(request.url);
  response.headers.set("x-request-id", context.requestId);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  log.info(
    {
      requestId: context.requestId,
      method: request.method,
      path: loggedPath(pathname),
      status: response.status,
      ms: Math.round(performance.now() - started),
    },
    "call",
  );
  return response;
}

/** What anyone may read is asked for without whatever would tell who asks. */
async function throughItsDoor(request: Request, context: RequestContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!isPublic(pathname, PREFIX)) return answerOf(request, context);
  const asked = publicRequest(request);
  const stranger = { ...context, token: null, sessionCookie: null, idempotencyKey: null, isKnown: knownBy(request) };
  return answerPublic(request, `${pathname}${search}`, () => answerOf(asked, stranger));
}

async function answerOf(request: Request, context: RequestContext): Promise<Response> {
  const takesFile = isUpload(request);
  const problem = problemOf(request, takesFile);
  if (problem) return refused(problem);
  if (env().apiBaseUrl) return forward(request, env().apiBaseUrl as string);
  // A stranger's file is not even read.
  const stranger = takesFile && (await refusalOfSender(request, context.token));
  if (stranger) return refused(stranger);
  const { response } = await (takesFile ? uploadHandler : handler).handle(request, { prefix: PREFIX, context });
  if (!response)
    return refused(new Refusal(404, "NOT_FOUND", "This call does not exist. See /api/v1/docs for those that do."));
  if (response.status === 429 || response.status === 503) await setRetryAfter(response);
  return response;
}

/** Why nobody takes a file of this sender; null when somebody does. */
async function refusalOfSender(request: Request, token: string | null): Promise<Refusal | null> {
  if (!new URL(request.url).pathname.startsWith(`${PREFIX}/app/`))
    return (await findSession(database().db, token)) ? null : refuse.signedOut();
  try {
    appOf(token);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const UPLOADS = Object.values<Record<string, Route>>(routes)
  .flatMap((group) => Object.values(group))
  .filter((route) => route.upload)
  .map(({ method, path }) => `${method} ${PREFIX}${path}`);

/** Whether the body of this call is a file. Their paths have no parameters. */
const isUpload = ({ method, url }: Request) => UPLOADS.includes(`${method} ${new URL(url).pathname}`);

/** What can be refused before anything is read. */
function problemOf(request: Request, takesFile: boolean): Refusal | null {
  const length = Number(request.headers.get("content-length") ?? 0);
  const hasBody = length > 0 || request.headers.has("transfer-encoding");
  if (length > (takesFile ? UPLOAD_LIMIT : BODY_LIMIT)) return refuse.file(413, takesFile ? FILE_TOO_LARGE : TOO_LARGE);
  const type = request.headers.get("content-type") ?? "";
  // JSON goes on, to be refused with the field that it lacks.
  if (takesFile && /^(image\/[\w.+-]+|application\/(pdf|octet-stream|json))\s*(;|$)/i.test(type)) return null;
  if (takesFile && hasBody)
    return refuse.file(
      415,
      "Send the file itself as the body, as image/jpeg, image/png, image/webp or application/pdf.",
    );
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type))
    return new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
  return null;
}

/** Another service that keeps the contract answers instead (design.md). */
async function forward(request: Request, baseUrl: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  // A download is opened by the browser itself: it proves the session by the cookie, and may take its time.
  const isDownload = request.method === "GET" && /^\/api\/v1\/exports\/[\w-]+$/.test(pathname);
  for (const name of ["host", "connection", "content-length"]) headers.delete(name);
  if (!isDownload) headers.delete("cookie");
  const body = request.method === "GET" ? undefined : await request.arrayBuffer();
  const target = `${baseUrl.replace(/\/$/, "")}${pathname.slice(PREFIX.length)}${search}`;
  const answered = await fetch(target, {
    method: request.method,
    headers,
    body,
    signal: isDownload ? request.signal : AbortSignal.timeout(isUpload(request) ? 60_000 : 15_000),
  }).catch(() => null);
  if (!answered) return refused(refuse.unavailable());
  const kept = new Headers(answered.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding", "set-cookie"]) kept.delete(name);
  return new Response(answered.body, { status: answered.status, headers: kept });
}

const SERVER_ERROR = "Something went wrong on our side. Try again; if it happens again, tell support the request id.";

function errorBodyOf(error: ORPCError<string, unknown>, tooLarge = TOO_LARGE): ErrorBody {
  if (error instanceof Refusal)
    return { status: error.status, message: error.message, code: error.code, ...error.data };
  if (isDatabaseAway(error)) return errorBodyOf(refuse.unavailable());
  const message = error.status >= 500 ? SERVER_ERROR : error.status === 413 ? tooLarge : error.message;
  return { status: error.status, message, code: error.code };
}

const refused = (error: Refusal): Response =>
  Response.json(errorBodyOf(error), {
    status: error.status,
    headers: error.data?.retry_after ? { "retry-after": String(error.data.retry_after) } : {},
  });

async function setRetryAfter(response: Response) {
  const body: unknown = await response.clone().json();
  if (typeof body === "object" && body !== null && "retry_after" in body)
    response.headers.set("retry-after", String(body.retry_after));
}
