import "server-only";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { BodyLimitPlugin } from "@orpc/server/fetch";
import type { ErrorBody } from "@/lib/contract/common";
import { UPLOAD_LIMIT } from "@/lib/contract/kyc.values";
import type { Route } from "@/lib/contract/route";
import { env } from "@/lib/env";
import { appOf } from "@/lib/server/app-door/app-keys";
import { findSession, signedOut } from "@/lib/server/auth/session";
import { log } from "@/lib/server/base/log";
import { callLimit, withCallTime } from "@/lib/server/db/call-time";
import { database } from "@/lib/server/db/client";
import { router } from "@/lib/server/router";
import { A_FILE, bodyOf, expectedBody, lengthOf, refuseUnread, tooLarge } from "./body";
import { readingTurns, signInTurns } from "./concurrency-limit";
import type { RequestContext } from "./context";
import { isDatabaseAway, Refusal, refuse, unknownCall } from "./errors";
import { forward } from "./forward";
import { jsonOf } from "./json";
import { notAllowed } from "./not-allowed";
import { answerPublic, isPublic, knownBy, publicRequest } from "./public-door";
import { requestContext } from "./request";
import { routeOf } from "./route-of";

const PREFIX = "/api/v1";
/** Characters of path and query; Node takes 16 KB of headers and address together. */
const ADDRESS_MAX = 16_384;
/** The path in a log line is for finding the call again. */
const LOGGED_PATH_MAX = 200;

/** What a call was sent, read and looked over at the door before oRPC sees it. */
type AtDoor = RequestContext & { sent?: unknown };

const handlerWith = (options: Pick<NonNullable<ConstructorParameters<typeof OpenAPIHandler>[1]>, "plugins">) =>
  new OpenAPIHandler(router, {
    ...options,
    customErrorResponseBodyEncoder: errorBodyOf,
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
      async ({ next, ...asked }) => {
        const { context, request } = asked as typeof asked & { context: AtDoor };
        const result = await next(
          "sent" in context ? { ...asked, request: { ...request, body: async () => context.sent } } : asked,
        );
        const { response } = result;
        if (!response || response.status >= 400 || isFile(response.body)) return result;
        return {
          ...result,
          response: { ...response, body: { status: response.status, message: "OK", data: response.body } },
        };
      },
    ],
  });

const handler = handlerWith({});
const uploadHandler = handlerWith({ plugins: [new BodyLimitPlugin({ maxBodySize: UPLOAD_LIMIT })] });

/** The token of a download or preview link is a secret while it lives, so no log has it. */
export const loggedPath = (pathname: string) =>
  pathname.replace(/(\/(?:exports|public\/previews)\/)[^/]{43,}/, "$1…").slice(0, LOGGED_PATH_MAX);

const isFile = (body: unknown) => body instanceof Blob || body instanceof ReadableStream;

/** The door of the API: an HTTP request in, the envelope out. Never throws. */
export async function answer(request: Request): Promise<Response> {
  const started = performance.now();
  const context = requestContext(request.headers);
  const response = await withCallTime(callLimit(), () => throughItsDoor(request, context)).catch(inWords(context));
  const { pathname } = new URL(request.url);
  response.headers.set("x-request-id", context.requestId);
  for (const cookie of context.setCookies ?? []) response.headers.append("set-cookie", cookie);
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
  if (pathname.length + search.length > ADDRESS_MAX) throw tooLong();
  if (!isPublic(pathname, PREFIX)) return answerOf(request, context);
  const asked = publicRequest(request);
  const stranger = { ...context, token: null, sessionCookie: null, idempotencyKey: null, isKnown: knownBy(request) };
  const ask = () => answerOf(asked, stranger).catch(inWords(context));
  return readingTurns(context.address, () => answerPublic(request, `${pathname}${search}`, ask));
}

async function answerOf(request: Request, context: RequestContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(PREFIX.length);
  const { route, methods } = routeOf(request.method, path);
  if (!route && methods.length) return notAllowed(methods);
  const body = expectedBody(request, route);
  const baseUrl = env().apiBaseUrl;
  if (!route && !baseUrl) throw unknownCall();
  refuseUnread(request, body);
  if (baseUrl) return forward(request, { baseUrl, path: `${path}${search}`, body });
  await refuseStranger(request, route as Route, context.token);
  const ask = async (known: AtDoor) => {
    const { response } = await (body.isFile ? uploadHandler : handler).handle(request, {
      prefix: PREFIX,
      context: known,
    });
    if (!response) throw unknownCall();
    if (response.status === 429 || response.status === 503) await setRetryAfter(response);
    return response;
  };
  if (request.method === "GET" || body.isFile) return inTurn(route as Route, context, () => ask(context));
  // Read before anybody waits in line: who sends slowly holds up nobody.
  const sent = jsonOf(await bodyOf(request, body), body.limit);
  return inTurn(route as Route, context, () => ask({ ...context, sent }));
}

/** Strangers are answered so many at a time; those who read what is published stand in their line already. */
function inTurn({ policy, path, method }: Route, { address }: RequestContext, ask: () => Promise<Response>) {
  if (policy !== "public" || isPublic(path, "")) return ask();
  return (method === "GET" ? readingTurns : signInTurns)(address, ask);
}

/** A body up to this is read before its sender is looked up, which the call does anyway: once is enough. */
const SMALL_BODY = 4_096;

/**
 * What a stranger sends is not read, wherever a look tells that it is one.
 * @throws 401; 503 while no key of an app is set
 */
async function refuseStranger(request: Request, { policy }: Route, token: string | null): Promise<void> {
  if (policy === "public") return;
  if (policy === "app") return void appOf(token);
  if (token === null) throw refuse.signedOut();
  const length = lengthOf(request);
  if (length !== null && length <= SMALL_BODY) return;
  if (!(await findSession(database().db, token))) throw await signedOut(database().db, token);
}

const tooLong = () => new Refusal(414, "URI_TOO_LONG", "This address is longer than 16 KB. Ask for less at once.");

const SERVER_ERROR = "Something went wrong on our side. Try again; if it happens again, tell support the request id.";

function errorBodyOf(error: ORPCError<string, unknown>): ErrorBody {
  if (error instanceof Refusal)
    return { status: error.status, message: error.message, code: error.code, ...error.data };
  if (isDatabaseAway(error)) return errorBodyOf(refuse.unavailable());
  if (error.status === 413) return errorBodyOf(tooLarge(A_FILE)); // oRPC's own, of a file that said no length.
  const message = error.status >= 500 ? SERVER_ERROR : error.message;
  return { status: error.status, message, code: error.code };
}

const inWords =
  ({ requestId }: RequestContext) =>
  (error: unknown): Response => {
    if (error instanceof Refusal) return refused(error);
    if (isDatabaseAway(error)) return refused(refuse.unavailable());
    log.error({ err: error, requestId }, "a request failed");
    return refused(new Refusal(500, "INTERNAL_SERVER_ERROR", SERVER_ERROR));
  };

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
