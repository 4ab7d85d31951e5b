"use client";

import { ServerError } from "@/components/common/form/server-error";

/** Next logs the error itself. */
export default function RouteError() {
  return (
    <main>
      <ServerError />
    </main>
  );
}
