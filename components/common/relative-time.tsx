"use client";

import { useNow } from "@/lib/client/use-now";
import { formatAgo, formatDateTime } from "@/lib/format";

/** Renders how long ago an instant was, such as "5 min ago". */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    // suppressHydrationWarning: the clock advances between server rendering and hydration.
    <time dateTime={at} title={formatDateTime(at)} suppressHydrationWarning className="whitespace-nowrap tabular-nums">
      {formatAgo(at, now)}
    </time>
  );
}
