"use client";

import { useNow } from "@/lib/client/use-now";
import { formatAgo, formatDateTime } from "@/lib/format";

/** Renders the time since a timestamp, such as "5 min ago". */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    // Suppresses the hydration warning, because the text may change between server rendering and hydration.
    <time dateTime={at} title={formatDateTime(at)} suppressHydrationWarning className="whitespace-nowrap tabular-nums">
      {formatAgo(at, now)}
    </time>
  );
}
