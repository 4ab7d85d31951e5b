"use client";

import { ServerError } from "@/components/common/server-error";

export default function RouteError({ error }: { error: unknown }) {
  return (
    <main>
      <ServerError error={error} />
    </main>
  );
}
