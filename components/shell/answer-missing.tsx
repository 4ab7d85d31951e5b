"use client";

import { notFound } from "next/navigation";

/**
 * Makes the document of a missing record a 404. On the server alone: thrown here, the browser would lose the shell around
 * it, while the page itself says the same inside.
 */
export function AnswerMissing() {
  if (typeof window === "undefined") notFound();
  return null;
}
