"use client";

import { RouteErrorPage } from "@/components/shell/app-root";

/** Error page of the whole app. Logs nothing, because Next.js logs the error. */
export default function RouteError() {
  return (
    <main>
      <RouteErrorPage />
    </main>
  );
}
