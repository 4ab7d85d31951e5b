"use client";

import { ServerError } from "@/components/common/form/server-error";

/** Logs nothing, because Next.js logs the error. */
export default function RouteError() {
  return (
    <main>
      <ServerError />
    </main>
  );
}
