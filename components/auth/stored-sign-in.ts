import type { Challenge } from "./credentials-step";

/**
 * Storage key of an unfinished sign-in, which must survive a reload: a phone may discard the page while its user reads the mail.
 * Stored in this tab until the code expires. The stored reference is useless without the code. Password and code are never stored.
 */
const SIGN_IN_STORAGE_KEY = "cross-riv-sign-in";

export function saveSignIn(challenge: Challenge): void {
  try {
    sessionStorage.setItem(SIGN_IN_STORAGE_KEY, JSON.stringify(challenge));
  } catch {
    // Ignores full or blocked storage: after a reload the sign-in starts again.
  }
}

export function clearSignIn(): void {
  try {
    sessionStorage.removeItem(SIGN_IN_STORAGE_KEY);
  } catch {
    // Ignores blocked storage, in which nothing was stored.
  }
}

export function storedSignIn(now = Date.now()): Challenge | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(SIGN_IN_STORAGE_KEY) ?? "null") as Challenge | null;
    const isComplete = typeof stored?.email === "string" && typeof stored.reference === "string";
    return isComplete && Date.parse(stored.expires_at) > now ? stored : null;
  } catch {
    return null;
  }
}
