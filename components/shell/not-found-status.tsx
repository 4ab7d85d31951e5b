"use client";

import { notFound } from "next/navigation";

/**
 * Makes the response for a missing record a 404. Throws on the server only: in the browser, the error would replace the shell, within which
 * the page shows the same message.
 */
export function NotFoundStatus() {
  if (typeof window === "undefined") notFound();
  return null;
}
