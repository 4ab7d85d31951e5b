"use client";

import { useNow } from "@/lib/client/now";
import { formatAgo, formatDateTime } from "@/lib/format";

/** "5 min ago" */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    // The clock has moved on between the server's answer and the browser's first look.
    <time dateTime={at} title={formatDateTime(at)} suppressHydrationWarning className="whitespace-nowrap tabular-nums">
      {formatAgo(at, now)}
    </time>
  );
}
