import "server-only";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { BodyLimitPlugin } from "@orpc/server/fetch";
import type { ErrorBody } from "@/lib/contract/common";
import { MAX_UPLOAD_BYTES } from "@/lib/contract/kyc.values";
import type { Route } from "@/lib/contract/route";
import { env } from "@/lib/env";
import { authenticateApp } from "@/lib/server/app-api/app-keys";
import { hasStoredKeyFormat } from "@/lib/server/app-api/key-form";
import { requireSession } from "@/lib/server/auth/session";
import { log } from "@/lib/server/base/log";
import { currentLogContext, withLogContext } from "@/lib/server/base/log-context";
import { reportCallToMetrics } from "@/lib/server/base/observe";
import { traceCall } from "@/lib/server/base/tracing";
import { database } from "@/lib/server/db/client";
import { defaultWaitMs, withWaitBudget } from "@/lib/server/db/wait-budget";
import { router } from "@/lib/server/router";
import { bodyLengthOf, expectedBody, FILE_BODY, readBody, refuseByHeaders, tooLargeRefusal } from "./body";
import { publicReadLimit, signInLimit } from "./concurrency-limit";
import type { RequestContext } from "./context";
import { isDatabaseUnavailable, Refusal, refuse, unknownCallRefusal } from "./errors";
import { forwardRequest } from "./forward";
import { parseJsonBody } from "./json";
import { methodNotAllowed } from "./method-not-allowed";
import { handlePublicRequest, ifNoneMatchCheck, isPublicPath, stripCredentials } from "./public-handler";
import { requestContext } from "./request";
import { routeOf } from "./route-of";

const API_PREFIX = "/api/v1";
/** Maximum length of path and query in characters. Node limits headers and URL together to 16 KB. */
const URI_MAX = 16_384;
/** Maximum length of a path in a log line: enough to recognise the request. */
const LOGGED_PATH_MAX = 200;

/** A request context with the JSON body, which was read and parsed before oRPC runs. */
type ParsedRequestContext = RequestContext & { sent?: unknown };

const createHandler = (options: Pick<NonNullable<ConstructorParameters<typeof OpenAPIHandler>[1]>, "plugins">) =>
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
      async ({ next, ...options }) => {
        const { context, request } = options as typeof options & { context: ParsedRequestContext };
        const result = await next(
          "sent" in context ? { ...options, request: { ...request, body: async () => context.sent } } : options,
        );
        const { response } = result;
        if (!response || response.status >= 400 || isFileBody(response.body)) return result;
        return {
          ...result,
          response: { ...response, body: { status: response.status, message: "OK", data: response.body } },
        };
      },
    ],
  });

const apiHandler = createHandler({});
const uploadHandler = createHandler({ plugins: [new BodyLimitPlugin({ maxBodySize: MAX_UPLOAD_BYTES })] });

/** Returns the path for the log, without the secret token of a download or preview link. */
export const loggedPath = (pathname: string) =>
  pathname.replace(/(\/(?:exports|public\/previews)\/)[^/]{43,}/, "$1…").slice(0, LOGGED_PATH_MAX);

const isFileBody = (body: unknown) => body instanceof Blob || body instanceof ReadableStream;

/** Handles one HTTP request of the API and returns the response in its envelope. Never throws. */
export function handleRequest(request: Request): Promise<Response> {
  const context = requestContext(request.headers);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const { name } = routeOf(method, new URL(request.url).pathname.slice(API_PREFIX.length));
  const { requestId, pageId } = context;
  const callName = name ?? "none";
  return withLogContext({ requestId, pageId: pageId ?? undefined, call: name ?? undefined }, () =>
    traceCall({ name: callName, requestId, headers: request.headers }, () => respond(request, context, callName)),
  );
}

async function respond(request: Request, context: RequestContext, callName: string): Promise<Response> {
  const startedAt = performance.now();
  const response = await withWaitBudget(defaultWaitMs(), () => routeRequest(request, context)).catch(toErrorResponse);
  const { pathname } = new URL(request.url);
  response.headers.set("x-request-id", context.requestId);
  for (const cookie of context.setCookies ?? []) response.headers.append("set-cookie", cookie);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  const ms = performance.now() - startedAt;
  reportCallToMetrics(callName, response.status, ms / 1_000);
  log.info(
    {
      method: request.method,
      path: loggedPath(pathname),
      status: response.status,
      ms: Math.round(ms),
    },
    "call",
  );
  return response;
}

/** Routes a request to the public or the authenticated API. Removes headers that identify the sender from a public request. */
async function routeRequest(request: Request, context: RequestContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > URI_MAX) throw uriRefusal();
  if (!isPublicPath(pathname, API_PREFIX)) return handleApiRequest(request, context);
  const sanitized = stripCredentials(request);
  const anonymous = {
    ...context,
    token: null,
    sessionCookie: null,
    idempotencyKey: null,
    isKnown: ifNoneMatchCheck(request),
  };
  const runCall = () => handleApiRequest(sanitized, anonymous).catch(toErrorResponse);
  return publicReadLimit(context.address, () => handlePublicRequest(request, `${pathname}${search}`, runCall));
}

async function handleApiRequest(request: Request, context: RequestContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(API_PREFIX.length);
  const { route, methods } = routeOf(request.method, path);
  if (!route && methods.length) return methodNotAllowed(methods);
  const body = expectedBody(request, route);
  const baseUrl = env().apiBaseUrl;
  if (!route && !baseUrl) throw unknownCallRefusal();
  refuseByHeaders(request, body);
  if (baseUrl) return forwardRequest(request, { baseUrl, path: `${path}${search}`, body });
  await refuseUnauthenticated(request, route as Route, context.token);
  const runCall = async (parsedContext: ParsedRequestContext) => {
    const { response } = await (body.isFile ? uploadHandler : apiHandler).handle(request, {
      prefix: API_PREFIX,
      context: parsedContext,
    });
    if (!response) throw unknownCallRefusal();
    if (response.status === 429 || response.status === 503) await setRetryAfter(response);
    return response;
  };
  if (request.method === "GET" || body.isFile) return limitConcurrency(route as Route, context, () => runCall(context));
  // Reads the body before the request queues, so that a slow upload does not block others in the queue.
  const sent = parseJsonBody(await readBody(request, body), body.limit);
  return limitConcurrency(route as Route, context, () => runCall({ ...context, sent }));
}

/** Limits concurrent unauthenticated requests. Reads of published content are already queued in `routeRequest`. */
function limitConcurrency({ policy, path, method }: Route, { address }: RequestContext, ask: () => Promise<Response>) {
  if (policy !== "public" || isPublicPath(path, "")) return ask();
  return (method === "GET" ? publicReadLimit : signInLimit)(address, ask);
}

/**
 * Maximum size in bytes of a body that is read before its sender is authenticated. The call checks the session or stored key afterwards.
 */
const SMALL_BODY_BYTES = 4_096;

/** Rejects an unauthenticated request before reading its body. @throws 401; 503 if there is no key of a citizen app */
async function refuseUnauthenticated(request: Request, { policy }: Route, token: string | null): Promise<void> {
  if (policy === "public") return;
  const length = bodyLengthOf(request);
  const isSmall = length !== null && length <= SMALL_BODY_BYTES;
  if (policy === "app") {
    if (isSmall && hasStoredKeyFormat(token)) return;
    return void (await authenticateApp(database().db, token));
  }
  if (token === null) throw refuse.signedOut();
  if (!isSmall) await requireSession(database().db, token);
}

const uriRefusal = () => new Refusal(414, "URI_TOO_LONG", "This address is longer than 16 KB. Request less per call.");

/** Returns the message of a 500 with the request id. Admins quote the id to support, who search the log for it. */
const serverErrorMessage = () =>
  `Something went wrong on our side. Try again; if it happens again, tell support this request id: ${currentLogContext().requestId}`;

function errorBodyOf(error: ORPCError<string, unknown>): ErrorBody {
  if (error instanceof Refusal)
    return { status: error.status, message: error.message, code: error.code, ...error.data };
  if (isDatabaseUnavailable(error)) return errorBodyOf(refuse.unavailable());
  if (error.status === 413) return errorBodyOf(tooLargeRefusal(FILE_BODY)); // oRPC throws this for an upload without a Content-Length.
  const message = error.status >= 500 ? serverErrorMessage() : error.message;
  return { status: error.status, message, code: error.code };
}

function toErrorResponse(error: unknown): Response {
  if (error instanceof Refusal) return errorResponse(error);
  if (isDatabaseUnavailable(error)) return errorResponse(refuse.unavailable());
  log.error({ err: error }, "a request failed");
  return errorResponse(new Refusal(500, "INTERNAL_SERVER_ERROR", serverErrorMessage()));
}

const errorResponse = (error: Refusal): Response =>
  Response.json(errorBodyOf(error), {
    status: error.status,
    headers: error.data?.retry_after ? { "retry-after": String(error.data.retry_after) } : {},
  });

async function setRetryAfter(response: Response) {
  const body: unknown = await response.clone().json();
  if (typeof body === "object" && body !== null && "retry_after" in body)
    response.headers.set("retry-after", String(body.retry_after));
}
