"use client";

import { clsx } from "clsx";
import { useNow } from "@/lib/client/use-now";
import { formatDateTime, formatDue, formatExpiry } from "@/lib/format";

const HOUR_MS = 3_600_000;

/**
 * Renders a deadline: "due in 3 h", orange in the last two hours, or "2 h late" in red. With `expiry`: "Expires in 6 days" or
 * "Expired".
 */
export function Deadline({ at, expiry: isExpiry = false }: { at: string; expiry?: boolean }) {
  const now = useNow();
  const remainingMs = new Date(at).getTime() - now;
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      // Suppresses the hydration warning, because the text may change between server rendering and hydration.
      suppressHydrationWarning
      className={clsx(
        "whitespace-nowrap tabular-nums",
        remainingMs < 0 ? "font-semibold text-danger" : remainingMs < 2 * HOUR_MS && "font-semibold text-warning",
      )}
    >
      {isExpiry ? formatExpiry(at, now) : formatDue(at, now)}
    </time>
  );
}
