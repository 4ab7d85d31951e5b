import Cookies from "js-cookie";
import type { Ending } from "@/lib/contract/auth.values";
import {
  HAD_SESSION_COOKIE,
  HOME_PATH,
  JUST_LOGGED_OUT_COOKIE,
  LEFT_SECONDS,
  SESSION_COOKIE,
  SESSION_MAX_AGE_SECONDS,
  SIGN_IN_PATH,
  safeNextPath,
  WAS_HERE_DAYS,
} from "@/lib/session";
import { forgetDrafts, keepDrafts } from "./drafts";
import { forgetGateLists } from "./gate/forget";
import { notifyOtherTabs } from "./session-channel";
import { disableUnsavedWarning } from "./unsaved";

const DAY_SECONDS = 86_400;

/** Stores the token of a verified sign-in (specification sections 4 and 9). */
export function startSession(token: string): void {
  Cookies.set(SESSION_COOKIE, token, {
    expires: SESSION_MAX_AGE_SECONDS / DAY_SECONDS,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
  Cookies.set(HAD_SESSION_COOKIE, "1", { expires: WAS_HERE_DAYS, path: "/", sameSite: "lax" });
  Cookies.remove(JUST_LOGGED_OUT_COOKIE, { path: "/" });
  leaving = false;
  notifyOtherTabs({ is: "started", token });
}

/** Returns the path to open after sign-in, from the current URL. */
export const nextPath = () => safeNextPath(new URLSearchParams(window.location.search).get("next"));

export const sessionToken = () => Cookies.get(SESSION_COOKIE);

let leaving = false;
let leaveBy: ((path: string) => void) | null = null;

/** Sets how the dashboard opens sign-in without a page load, so that drafts survive. @returns a function that unsets it. */
export function leaveSoftly(go: (path: string) => void): () => void {
  leaveBy = go;
  return () => {
    if (leaveBy === go) leaveBy = null;
  };
}

let gone = false;

/** Returns true after a logout, while the page unloads. API calls then never resolve. */
export const isGone = () => gone;

/**
 * Handles a 401 in this or another tab: removes the cookie and opens sign-in, which returns here. Runs only once.
 * @param why reason from the server, which is unknown if the cookie has expired.
 */
export function sessionEnded({ heardFromTab = false, why }: { heardFromTab?: boolean; why?: Ending } = {}): void {
  // Logout in another tab: deletes this tab's data too, even if it was already leaving.
  const loggedOut = Cookies.get(JUST_LOGGED_OUT_COOKIE) !== undefined;
  if (gone || (leaving && !loggedOut)) return;
  leaving = true;
  if (loggedOut) forgetAll();
  else keepDrafts();
  disableUnsavedWarning();
  const ranOut = sessionToken() === undefined && Cookies.get(HAD_SESSION_COOKIE) !== undefined;
  const ended = why ?? (ranOut ? "expired" : null);
  if (!heardFromTab) removeCookie(ended ?? undefined);
  const { pathname, search } = window.location;
  const parts = [
    pathname !== HOME_PATH && `next=${encodeURIComponent(pathname + search)}`,
    ended && !loggedOut && `ended=${ended}`,
  ].filter(Boolean);
  const back = parts.length > 0 ? `?${parts.join("&")}` : "";
  // Opens sign-in with a full page load after a logout, so that nothing stays in memory.
  const go = (!gone && leaveBy) || ((path: string) => window.location.assign(path));
  go(SIGN_IN_PATH + back);
}

/** Logs out and deletes everything of this admin from memory. */
export function logOut(): void {
  leaving = true;
  forgetAll();
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", { expires: LEFT_SECONDS / DAY_SECONDS, path: "/", sameSite: "lax" });
  removeCookie();
  window.location.assign(SIGN_IN_PATH);
}

function forgetAll() {
  gone = true;
  forgetDrafts();
  forgetGateLists();
  // Disables the "unsaved changes" question, because the page must not stay open.
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

function removeCookie(why?: Ending) {
  Cookies.remove(SESSION_COOKIE, { path: "/" });
  Cookies.remove(HAD_SESSION_COOKIE, { path: "/" });
  notifyOtherTabs({ is: "ended", why });
}
