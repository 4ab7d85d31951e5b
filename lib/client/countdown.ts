"use client";

import { useCallback, useEffect, useState } from "react";

/** `minutes` includes the minute that is running: minutes 1 and seconds 59 is shown as 0:59. */
export type Countdown = { minutes: number; seconds: number };

/** Returns the start of a countdown: `0:59` for one minute. */
export const initialCountdown = (minutes: number): Countdown => ({ minutes, seconds: minutes > 0 ? 59 : 0 });

/** Returns the countdown one second later. Seconds restart at 59 each minute; the countdown stops at zero minutes. */
export function tickCountdown({ minutes, seconds }: Countdown): Countdown {
  if (minutes === 0) return { minutes: 0, seconds: 0 };
  return seconds > 0 ? { minutes, seconds: seconds - 1 } : initialCountdown(minutes - 1);
}

/** Formats the remaining time as `0:59`. */
export const formatCountdown = ({ minutes, seconds }: Countdown) =>
  `${Math.max(0, minutes - 1)}:${String(seconds).padStart(2, "0")}`;

/** Returns the countdown for a number of seconds: 65 is shown as 1:05. */
export const countdownFromSeconds = (seconds: number): Countdown =>
  seconds > 0 ? { minutes: Math.floor(seconds / 60) + 1, seconds: seconds % 60 } : initialCountdown(0);

/** Runs the countdown of the specification (section 4), one tick per second. */
export function useCountdown(minutes: number, initial = () => initialCountdown(minutes)) {
  const [timeLeft, setTimeLeft] = useState(initial);
  const isRunning = timeLeft.minutes > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTimeLeft(tickCountdown), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const restartCountdown = useCallback((from = initialCountdown(minutes)) => setTimeLeft(from), [minutes]);
  return { ...timeLeft, running: isRunning, label: formatCountdown(timeLeft), restart: restartCountdown };
}

/** Returns the time until a moment (ms) as `0:59`; null if past or missing. Stays correct after the device was asleep. */
export function useTimeLeft(deadline: number | null): string | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (deadline === null) return;
    const updateNow = () => {
      setNow(Date.now());
      if (Date.now() >= deadline) clearInterval(timer);
    };
    const timer = setInterval(updateNow, 250);
    updateNow();
    return () => clearInterval(timer);
  }, [deadline]);
  const seconds = deadline === null ? 0 : Math.ceil((deadline - now) / 1_000);
  return seconds > 0 ? formatCountdown(countdownFromSeconds(seconds)) : null;
}
