"use client";

import { RouteErrorPage } from "@/components/shell/app-root";

/** Error page of the whole app. Logs nothing, because Next.js logs the error. */
export default function RouteError({ error }: { error: { digest?: string } }) {
  return (
    <main>
      <RouteErrorPage digest={error.digest} />
    </main>
  );
}
