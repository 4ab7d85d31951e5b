"use client";

import { useCallback, useEffect, useState } from "react";

/** Minutes count the one that is running: 1 and 59 is shown as 0:59. */
export type Countdown = { minutes: number; seconds: number };

export const startOf = (minutes: number): Countdown => ({ minutes, seconds: minutes > 0 ? 59 : 0 });

/** One second on: seconds start at 59 and begin again each minute; it stops when minutes reach zero. */
export function tick({ minutes, seconds }: Countdown): Countdown {
  if (minutes === 0) return { minutes: 0, seconds: 0 };
  return seconds > 0 ? { minutes, seconds: seconds - 1 } : startOf(minutes - 1);
}

/** `0:59`, the time that is left. */
export const formatCountdown = ({ minutes, seconds }: Countdown) =>
  `${Math.max(0, minutes - 1)}:${String(seconds).padStart(2, "0")}`;

/** So many seconds: 65 is shown as 1:05. */
export const countdownOf = (seconds: number): Countdown =>
  seconds > 0 ? { minutes: Math.floor(seconds / 60) + 1, seconds: seconds % 60 } : startOf(0);

/** Countdown of the specification (section 4): minutes and seconds, one tick a second. */
export function useCountdown(minutes: number, first = () => startOf(minutes)) {
  const [left, setLeft] = useState(first);
  const running = left.minutes > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft(tick), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  const restart = useCallback((from = startOf(minutes)) => setLeft(from), [minutes]);
  return { ...left, running, label: formatCountdown(left), restart };
}

/**
 * `0:59`, the time until a moment (ms), by the clock: a page that slept is right when it wakes. Null once it is over, and
 * without a moment.
 */
export function useTimeLeft(until: number | null): string | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    const look = () => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(look, 250);
    look();
    return () => clearInterval(timer);
  }, [until]);
  const seconds = until === null ? 0 : Math.ceil((until - now) / 1_000);
  return seconds > 0 ? formatCountdown(countdownOf(seconds)) : null;
}
