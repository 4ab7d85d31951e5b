"use client";

import { useState } from "react";
import { useTimeLeft } from "@/lib/client/countdown";

/** Counts down the seconds until the form may be submitted again. Hidden from screen readers while counting. */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const [retryAt] = useState(() => Date.now() + seconds * 1_000);
  const timeLeft = useTimeLeft(retryAt);
  if (timeLeft === null) return <p>You can try again now.</p>;
  return (
    <p aria-hidden="true" className="tabular-nums">
      You can try again in {timeLeft}.
    </p>
  );
}
