import { expect, test } from "vitest";
import { type Countdown, countdownFromSeconds, formatCountdown, initialCountdown, tickCountdown } from "./countdown";

function* runCountdown(start: Countdown) {
  for (let countdown = start; countdown.minutes > 0; countdown = tickCountdown(countdown)) yield countdown;
}

test("a countdown of one minute starts at 0:59 and stops at 0:00", () => {
  const steps = [...runCountdown(initialCountdown(1))];
  expect(steps[0]).toEqual({ minutes: 1, seconds: 59 });
  expect(steps.at(-1)).toEqual({ minutes: 1, seconds: 0 });
  expect(steps).toHaveLength(60);
});

test("a countdown's seconds restart at 59 after each minute", () => {
  expect(tickCountdown({ minutes: 2, seconds: 0 })).toEqual({ minutes: 1, seconds: 59 });
  expect([...runCountdown(initialCountdown(10))]).toHaveLength(600);
});

test("keeps a stopped countdown at zero", () => {
  expect(initialCountdown(0)).toEqual({ minutes: 0, seconds: 0 });
  expect(tickCountdown({ minutes: 0, seconds: 0 })).toEqual({ minutes: 0, seconds: 0 });
});

test("formats the remaining time of a countdown", () => {
  expect(formatCountdown(initialCountdown(1))).toBe("0:59");
  expect(formatCountdown({ minutes: 2, seconds: 5 })).toBe("1:05");
  expect(formatCountdown({ minutes: 0, seconds: 0 })).toBe("0:00");
});

test("formats a number of seconds as minutes and seconds", () => {
  expect([0, 1, 59, 60, 65, 300].map((seconds) => formatCountdown(countdownFromSeconds(seconds)))).toEqual([
    "0:00",
    "0:01",
    "0:59",
    "1:00",
    "1:05",
    "5:00",
  ]);
});
