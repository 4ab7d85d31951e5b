import Cookies from "js-cookie";
import type { SessionEndReason } from "@/lib/contract/auth.values";
import {
  HAD_SESSION_COOKIE,
  HAD_SESSION_COOKIE_DAYS,
  HOME_PATH,
  JUST_LOGGED_OUT_COOKIE,
  JUST_LOGGED_OUT_COOKIE_SECONDS,
  SESSION_COOKIE,
  SESSION_MAX_AGE_SECONDS,
  SIGN_IN_PATH,
  safeNextPath,
} from "@/lib/session";
import { deleteAllDrafts, saveAllDrafts } from "./drafts";
import { deleteGateLists } from "./gate/delete-gate-lists";
import { forgetRecentRecords } from "./recent-records";
import { notifyOtherTabs } from "./session-channel";
import { disableUnsavedWarning } from "./unsaved-changes";

const DAY_SECONDS = 86_400;

/** Stores the token of a verified sign-in (specification sections 4 and 9). */
export function startSession(token: string): void {
  Cookies.set(SESSION_COOKIE, token, {
    expires: SESSION_MAX_AGE_SECONDS / DAY_SECONDS,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
  Cookies.set(HAD_SESSION_COOKIE, "1", { expires: HAD_SESSION_COOKIE_DAYS, path: "/", sameSite: "lax" });
  Cookies.remove(JUST_LOGGED_OUT_COOKIE, { path: "/" });
  // Deletes the recent records of an earlier session whose cookie expired, because another admin may be signing in now.
  forgetRecentRecords();
  isLeaving = false;
  notifyOtherTabs({ is: "started", token });
}

/** Returns the path to open after sign-in, from the current URL. */
export const pathAfterSignIn = () => safeNextPath(new URLSearchParams(window.location.search).get("next"));

/** Returns the session token from the cookie; undefined without a session. */
export const sessionToken = () => Cookies.get(SESSION_COOKIE);

let isLeaving = false;
let signInOpener: ((path: string) => void) | null = null;

/** Sets the function that opens sign-in without a page load, so that drafts in memory survive. @returns a function that removes this opener */
export function setSignInOpener(navigate: (path: string) => void): () => void {
  signInOpener = navigate;
  return () => {
    if (signInOpener === navigate) signInOpener = null;
  };
}

const logoutController = new AbortController();
/** Aborted at logout. Running requests would otherwise get a 401, which the browser's console shows as an error. */
export const logoutSignal = logoutController.signal;

/** Returns true after a logout, while the page unloads. API calls then never resolve. */
export const isLoggingOut = () => logoutSignal.aborted;

/**
 * Handles a 401 in this or another tab: removes the cookie and opens sign-in, which returns to this page. Runs only
 * once.
 * @param why reason from the server; unknown if the cookie has expired
 */
export function handleSessionEnd({
  heardFromTab = false,
  why,
}: {
  heardFromTab?: boolean;
  why?: SessionEndReason;
} = {}): void {
  // After a logout in another tab, deletes this tab's data too, even if the tab is already redirecting.
  const wasLoggedOut = Cookies.get(JUST_LOGGED_OUT_COOKIE) !== undefined;
  if (isLoggingOut() || (isLeaving && !wasLoggedOut)) return;
  isLeaving = true;
  if (wasLoggedOut) clearClientState();
  else saveAllDrafts();
  forgetRecentRecords();
  disableUnsavedWarning();
  const hasExpired = sessionToken() === undefined && Cookies.get(HAD_SESSION_COOKIE) !== undefined;
  const ending = why ?? (hasExpired ? "expired" : null);
  if (!heardFromTab) removeCookie(ending ?? undefined);
  const { pathname, search } = window.location;
  const queryParts = [
    pathname !== HOME_PATH && `next=${encodeURIComponent(pathname + search)}`,
    ending && !wasLoggedOut && `ended=${ending}`,
  ].filter(Boolean);
  const loginQuery = queryParts.length > 0 ? `?${queryParts.join("&")}` : "";
  // Opens sign-in with a full page load after a logout, so that nothing stays in memory.
  const navigate = (!isLoggingOut() && signInOpener) || ((path: string) => window.location.assign(path));
  navigate(SIGN_IN_PATH + loginQuery);
}

/** Logs out and deletes everything of this admin from memory. */
export function logOut(): void {
  isLeaving = true;
  clearClientState();
  Cookies.set(JUST_LOGGED_OUT_COOKIE, "1", {
    expires: JUST_LOGGED_OUT_COOKIE_SECONDS / DAY_SECONDS,
    path: "/",
    sameSite: "lax",
  });
  removeCookie();
  window.location.assign(SIGN_IN_PATH);
}

function clearClientState() {
  logoutController.abort();
  deleteAllDrafts();
  deleteGateLists();
  forgetRecentRecords();
  // Disables the "unsaved changes" question, because the page must not stay open.
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

function removeCookie(why?: SessionEndReason) {
  Cookies.remove(SESSION_COOKIE, { path: "/" });
  Cookies.remove(HAD_SESSION_COOKIE, { path: "/" });
  notifyOtherTabs({ is: "ended", why });
}
