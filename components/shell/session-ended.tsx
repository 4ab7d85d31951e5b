"use client";

import { useEffect } from "react";
import { handleSessionEnd } from "@/lib/client/session";
import type { SessionEndReason } from "@/lib/contract/auth.values";

/**
 * Handles an expired session: deletes the cookie and opens sign-in, which afterwards returns to this page (specification section
 * 4).
 */
export function SessionEndedRedirect({ why: reason }: { why?: SessionEndReason }) {
  useEffect(() => handleSessionEnd({ why: reason }), [reason]);
  return <p className="p-8">Your session has ended. Taking you to sign in…</p>;
}
