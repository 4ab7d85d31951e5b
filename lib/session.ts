/** The session cookie (specification section 9), set by the browser, read by middleware and server. */
export const SESSION_COOKIE = "cross-riv-token";

/** Lifetime of a session: 3 days, in seconds (specification section 9). */
export const SESSION_MAX_AGE_SECONDS = 259_200;

/** Cookie of a remembered device. Only the server reads it. It does not authenticate (docs/sign-in.md). */
export const DEVICE_COOKIE = "cross-riv-device";

/** Cookie that outlives the session cookie, so that the sign-in page can tell that the session has expired. */
export const HAD_SESSION_COOKIE = "cross-riv-was-here";
/** Lifetime of `HAD_SESSION_COOKIE` in days. */
export const HAD_SESSION_COOKIE_DAYS = 30;

/** Cookie set for some seconds after a logout, so that requests still running do not save a path to return to. */
export const JUST_LOGGED_OUT_COOKIE = "cross-riv-left";
/** Lifetime of `JUST_LOGGED_OUT_COOKIE` in seconds. */
export const JUST_LOGGED_OUT_COOKIE_SECONDS = 10;

/** Header of requests from an idle page, which do not extend the session. */
export const IDLE_HEADER = "x-unattended";

/** Header with the id of a request, which log lines and audit rows contain. A proxy may set it; otherwise the server does. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Header with the request id of the page load whose tab sends the request. Connects the log lines of both requests. */
export const PAGE_ID_HEADER = "x-page-id";

/** Header with the requested path, set by the middleware, because a layout can't read the path otherwise. */
export const PATH_HEADER = "x-path";

export const SIGN_IN_PATH = "/auth/login";
export const HOME_PATH = "/dashboard";

/** Returns the path of `?next=` if it is a dashboard path of this site, otherwise the dashboard's start. */
export function safeNextPath(next: string | null | undefined): string {
  if (!next || next.length > 2_000 || !/^\/dashboard(?:[/?#]|$)/.test(next)) return HOME_PATH;
  // Resolves "..", "\" and encoded variants: the result must still be below the dashboard.
  const url = new URL(next, "http://local.invalid");
  const isInDashboard = url.origin === "http://local.invalid" && /^\/dashboard(?:\/|$)/.test(url.pathname);
  return isInDashboard ? `${url.pathname}${url.search}${url.hash}` : HOME_PATH;
}
