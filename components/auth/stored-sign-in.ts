import type { SignInChallenge } from "./credentials-step";

/**
 * Storage key of an unfinished sign-in, which must survive a reload: a phone may discard the page while its user reads the mail.
 * Stored in this tab until the code expires. The stored reference is useless without the code. Password and code are never stored.
 */
const SIGN_IN_STORAGE_KEY = "cross-riv-sign-in";

/** Stores a sign-in between its two steps, so that it survives a reload of the tab. */
export function storeUnfinishedSignIn(challenge: SignInChallenge): void {
  try {
    sessionStorage.setItem(SIGN_IN_STORAGE_KEY, JSON.stringify(challenge));
  } catch {
    // Ignores full or blocked storage: after a reload the sign-in starts again.
  }
}

/** Removes the stored sign-in, such as after its second step. */
export function clearUnfinishedSignIn(): void {
  try {
    sessionStorage.removeItem(SIGN_IN_STORAGE_KEY);
  } catch {
    // Ignores blocked storage, in which nothing was stored.
  }
}

/** Returns the stored sign-in; null if there is none or its code has expired. */
export function readUnfinishedSignIn(now = Date.now()): SignInChallenge | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(SIGN_IN_STORAGE_KEY) ?? "null") as SignInChallenge | null;
    const isComplete = typeof stored?.email === "string" && typeof stored.reference === "string";
    return isComplete && Date.parse(stored.expires_at) > now ? stored : null;
  } catch {
    return null;
  }
}
