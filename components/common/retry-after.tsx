"use client";

import { useEffect, useState } from "react";

/** Says when the wait that the message above speaks of is over. */
export function RetryAfter({ seconds }: { seconds: number }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return over && <p>You can try again now.</p>;
}
