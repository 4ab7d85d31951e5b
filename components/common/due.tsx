"use client";

import { clsx } from "clsx";
import { useNow } from "@/lib/client/now";
import { formatDateTime, formatDue, formatExpiry } from "@/lib/format";

const HOUR = 3_600_000;

/** Renders "due in 3 h", orange in the last two hours, or "2 h late" in red. With `expiry`: "Expires in 6 days", "Expired". */
export function Due({ at, expiry = false }: { at: string; expiry?: boolean }) {
  const now = useNow();
  const left = new Date(at).getTime() - now;
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      // The clock advances between server rendering and hydration.
      suppressHydrationWarning
      className={clsx(
        "whitespace-nowrap tabular-nums",
        left < 0 ? "font-semibold text-danger" : left < 2 * HOUR && "font-semibold text-warning",
      )}
    >
      {expiry ? formatExpiry(at, now) : formatDue(at, now)}
    </time>
  );
}
