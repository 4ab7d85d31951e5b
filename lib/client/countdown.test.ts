import { expect, test } from "vitest";
import { type Countdown, countdownOf, formatCountdown, startCountdown, tick } from "./countdown";

function* run(start: Countdown) {
  for (let countdown = start; countdown.minutes > 0; countdown = tick(countdown)) yield countdown;
}

test("shows 59 seconds one second after it starts at a full minute, and stops at zero", () => {
  const steps = [...run(startCountdown(1))];
  expect(steps[0]).toEqual({ minutes: 1, seconds: 59 });
  expect(steps.at(-1)).toEqual({ minutes: 1, seconds: 0 });
  expect(steps).toHaveLength(60);
});

test("starts each further minute at 59 again", () => {
  expect(tick({ minutes: 2, seconds: 0 })).toEqual({ minutes: 1, seconds: 59 });
  expect([...run(startCountdown(10))]).toHaveLength(600);
});

test("stays at zero after stopping", () => {
  expect(startCountdown(0)).toEqual({ minutes: 0, seconds: 0 });
  expect(tick({ minutes: 0, seconds: 0 })).toEqual({ minutes: 0, seconds: 0 });
});

test("formats the remaining time", () => {
  expect(formatCountdown(startCountdown(1))).toBe("0:59");
  expect(formatCountdown({ minutes: 2, seconds: 5 })).toBe("1:05");
  expect(formatCountdown({ minutes: 0, seconds: 0 })).toBe("0:00");
});

test("formats seconds as minutes and seconds", () => {
  expect([0, 1, 59, 60, 65, 300].map((seconds) => formatCountdown(countdownOf(seconds)))).toEqual([
    "0:00",
    "0:01",
    "0:59",
    "1:00",
    "1:05",
    "5:00",
  ]);
});
