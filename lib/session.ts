/**
 * The session cookie (specification section 9). One declaration for the browser that sets it, the middleware that looks
 * for it and the server that reads it.
 */
export const SESSION_COOKIE = "cross-riv-token";

/** 3 days, in seconds (specification section 9). */
export const SESSION_MAX_AGE_SECONDS = 259_200;

/** Remembers the device of a sign-in; the server alone reads it, and it authenticates nothing (docs/sign-in.md). */
export const DEVICE_COOKIE = "cross-riv-device";

/** Stays when the session cookie has run out, so that sign-in can say so. */
export const WAS_HERE_COOKIE = "cross-riv-was-here";
export const WAS_HERE_DAYS = 30;

/** Says for some seconds that somebody has logged out: what the page was still asking for leads to no way back. */
export const LEFT_COOKIE = "cross-riv-left";
export const LEFT_SECONDS = 10;

/** The request header that says that nobody has used the page for a while: a session in an empty room ends. */
export const UNATTENDED_HEADER = "x-unattended";

/** The request header in which the middleware names the path that was asked for; a layout knows it by nothing else. */
export const PATH_HEADER = "x-path";

export const SIGN_IN_PATH = "/auth/login";
export const HOME_PATH = "/dashboard";

/**
 * Where `?next=` may lead after sign-in: a dashboard path of this site and nothing else.
 * @returns the path, or the dashboard's start when it points anywhere else.
 */
export function safeNextPath(next: string | null | undefined): string {
  if (!next || next.length > 2_000 || !/^\/dashboard(?:[/?#]|$)/.test(next)) return HOME_PATH;
  // A resolved look closes "..", "\" and encoded tricks: what is left must still be below the dashboard.
  const url = new URL(next, "http://local.invalid");
  const inside = url.origin === "http://local.invalid" && /^\/dashboard(?:\/|$)/.test(url.pathname);
  return inside ? `${url.pathname}${url.search}${url.hash}` : HOME_PATH;
}
