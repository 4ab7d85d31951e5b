"use client";

import { useEffect } from "react";
import { sessionEnded } from "@/lib/client/session";
import type { Ending } from "@/lib/contract/auth.values";

/** The server found the cookie's session ended: the cookie goes, and sign-in leads back here (specification section 4). */
export function SessionEnded({ why }: { why?: Ending }) {
  useEffect(() => sessionEnded({ why }), [why]);
  return <p className="p-8">Your session has ended. Taking you to sign in…</p>;
}
