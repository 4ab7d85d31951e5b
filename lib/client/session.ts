import Cookies from "js-cookie";
import { SESSION_COOKIE, SESSION_MAX_AGE_SECONDS, SIGN_IN_PATH } from "@/lib/session";

const DAY_SECONDS = 86_400;

/** Keeps the token of a verified sign-in (specification sections 4 and 9). */
export function startSession(token: string): void {
  Cookies.set(SESSION_COOKIE, token, {
    expires: SESSION_MAX_AGE_SECONDS / DAY_SECONDS,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
}

export const sessionToken = () => Cookies.get(SESSION_COOKIE);

let leaving = false;

/**
 * Cookie away, then sign-in; once, however many calls failed. The page is loaded afresh, and with it every cache is gone.
 * @param back whether sign-in should lead back to this page.
 */
export function endSession(back: boolean): void {
  if (leaving) return;
  leaving = true;
  Cookies.remove(SESSION_COOKIE, { path: "/" });
  const here = window.location.pathname + window.location.search;
  window.location.assign(back ? `${SIGN_IN_PATH}?next=${encodeURIComponent(here)}` : SIGN_IN_PATH);
}
