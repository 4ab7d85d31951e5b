import type { Challenge } from "./credentials-step";

/**
 * The second step survives a reload: a phone's mail app drops the page that waits for the code. In this tab alone, until
 * the code is too old. The reference opens nothing without the code; password and code are never kept.
 */
const KEY = "cross-riv-sign-in";

export function keepSignIn(challenge: Challenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge));
  } catch {
    // Full, or forbidden in this browser: then a reload begins again.
  }
}

export function forgetSignIn(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
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
