import type { Challenge } from "./credentials-step";

/**
 * Storage key of the second sign-in step, which must survive a reload: a phone may discard the page while its user reads the
 * mail. Stored in this tab until the code expires. The reference is useless without the code; password and code are never stored.
 */
const KEY = "cross-riv-sign-in";

export function keepSignIn(challenge: Challenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge));
  } catch {
    // Storage is full or blocked: after a reload the sign-in starts again.
  }
}

export function forgetSignIn(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

export function keptSignIn(now = Date.now()): Challenge | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Challenge | null;
    const isWhole = typeof kept?.email === "string" && typeof kept.reference === "string";
    return isWhole && Date.parse(kept.expires_at) > now ? kept : null;
  } catch {
    return null;
  }
}
