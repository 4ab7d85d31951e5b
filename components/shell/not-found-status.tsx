"use client";

import { notFound } from "next/navigation";

/**
 * Makes the response for a missing record a 404. Throws on the server only: thrown in the browser, it would replace the shell,
 * while the page shows the same message inside the shell.
 */
export function NotFoundStatus() {
  if (typeof window === "undefined") notFound();
  return null;
}
