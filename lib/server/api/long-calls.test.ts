import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LONG_CALL_LIMITS_MS } from "./long-calls";

it("the maximum function duration set for Vercel is longer than the time limit of the slowest call", () => {
  const route = readFileSync("app/api/v1/[[...route]]/route.ts", "utf8");
  const seconds = Number(/export const maxDuration = (\d+);/.exec(route)?.[1]);
  expect(seconds * 1_000).toBeGreaterThan(Math.max(...Object.values(LONG_CALL_LIMITS_MS)) + 30_000);
});
