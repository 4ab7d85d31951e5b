"use client";

import { ServerError } from "@/components/common/form/server-error";

/** Error page of the whole app. Logs nothing, because Next.js logs the error. */
export default function RouteError() {
  return (
    <main>
      <ServerError />
    </main>
  );
}
