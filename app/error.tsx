"use client";

import { ServerError } from "@/components/common/server-error";

/** Next logs the error itself. */
export default function RouteError() {
  return (
    <main>
      <ServerError />
    </main>
  );
}
