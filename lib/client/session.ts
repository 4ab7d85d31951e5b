import Cookies from "js-cookie";
import type { Ending } from "@/lib/contract/auth.values";
import {
  HOME_PATH,
  LEFT_COOKIE,
  LEFT_SECONDS,
  SESSION_COOKIE,
  SESSION_MAX_AGE_SECONDS,
  SIGN_IN_PATH,
  safeNextPath,
  WAS_HERE_COOKIE,
  WAS_HERE_DAYS,
} from "@/lib/session";
import { forgetDrafts, keepDrafts } from "./drafts";
import { forgetGateLists } from "./gate/forget";
import { tellOtherTabs } from "./session-channel";
import { stopAsking } from "./unsaved";

const DAY_SECONDS = 86_400;

/** Keeps the token of a verified sign-in (specification sections 4 and 9). */
export function startSession(token: string): void {
  Cookies.set(SESSION_COOKIE, token, {
    expires: SESSION_MAX_AGE_SECONDS / DAY_SECONDS,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
  Cookies.set(WAS_HERE_COOKIE, "1", { expires: WAS_HERE_DAYS, path: "/", sameSite: "lax" });
  Cookies.remove(LEFT_COOKIE, { path: "/" });
  leaving = false;
  tellOtherTabs({ is: "started", token });
}

/** Where sign-in leads from the address that is open. */
export const nextPath = () => safeNextPath(new URLSearchParams(window.location.search).get("next"));

export const sessionToken = () => Cookies.get(SESSION_COOKIE);

let leaving = false;
let leaveBy: ((path: string) => void) | null = null;

/** How the dashboard leaves without loading the page afresh, so that drafts survive. @returns undoes it. */
export function leaveSoftly(go: (path: string) => void): () => void {
  leaveBy = go;
  return () => {
    if (leaveBy === go) leaveBy = null;
  };
}

let gone = false;

/** After a logout the page is only waited out: nothing that it would still ask for is worth an answer. */
export const isGone = () => gone;

/**
 * A 401, here or in another tab: cookie away, then sign-in, and from there back here; once, however many calls failed.
 * @param why as the server says; it knows no session where the cookie has run out.
 */
export function sessionEnded({ heardFromTab = false, why }: { heardFromTab?: boolean; why?: Ending } = {}): void {
  // Somebody logged out in another tab: nothing of them stays in this one either, also where it was leaving already.
  const loggedOut = Cookies.get(LEFT_COOKIE) !== undefined;
  if (gone || (leaving && !loggedOut)) return;
  leaving = true;
  if (loggedOut) forgetAll();
  else keepDrafts();
  stopAsking();
  const ranOut = sessionToken() === undefined && Cookies.get(WAS_HERE_COOKIE) !== undefined;
  const ended = why ?? (ranOut ? "expired" : null);
  if (!heardFromTab) removeCookie(ended ?? undefined);
  const { pathname, search } = window.location;
  const parts = [
    pathname !== HOME_PATH && `next=${encodeURIComponent(pathname + search)}`,
    ended && !loggedOut && `ended=${ended}`,
  ].filter(Boolean);
  const back = parts.length > 0 ? `?${parts.join("&")}` : "";
  // Of a page that is gone nothing may live on, so that one is loaded afresh.
  const go = (!gone && leaveBy) || ((path: string) => window.location.assign(path));
  go(SIGN_IN_PATH + back);
}

/** Logout: nothing of this admin stays in memory. */
export function logOut(): void {
  leaving = true;
  forgetAll();
  Cookies.set(LEFT_COOKIE, "1", { expires: LEFT_SECONDS / DAY_SECONDS, path: "/", sameSite: "lax" });
  removeCookie();
  window.location.assign(SIGN_IN_PATH);
}

function forgetAll() {
  gone = true;
  forgetDrafts();
  forgetGateLists();
  // No form asks whether it may be left: what is typed in it would stay on screen.
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

function removeCookie(why?: Ending) {
  Cookies.remove(SESSION_COOKIE, { path: "/" });
  Cookies.remove(WAS_HERE_COOKIE, { path: "/" });
  tellOtherTabs({ is: "ended", why });
}
