import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HOME_CHARTS } from "@/lib/contract/overview.values";
import { env } from "@/lib/env";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import { HOME_MODULES, HOME_WORK_SOURCES } from "./home-modules";
import { MAX_QUEUED_HOME_PARTS, readHomePart } from "./in-time";

/** Limit in ms that no test reaches, even on a slow machine. */
const LONG_MS = 60_000;
let release: () => Promise<unknown>;

// Occupies all places of the queue with reads of other callers.
beforeEach(() => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = Array.from({ length: Math.max(2, Math.floor(env().databasePoolSize / 2)) }, (_, index) =>
    queueFanOutRead(() => ended, `other:${index}`, AbortSignal.timeout(LONG_MS)),
  );
  release = () => {
    end();
    return Promise.all(running);
  };
});
afterEach(() => release());

const partOf = (adminId: string, limitMs = LONG_MS) => ({ adminId, part: "part", limitMs });

it("a part of Home that waits in the queue ends at its own time limit, even if the parts before it never finish", async () => {
  const part = readHomePart(partOf("ada", 100), async () => "read");
  expect(await Promise.race([part, delay(10_000, "still waiting", { ref: false })])).toBeNull();
});

it("a part of Home is refused if the same admin's parts fill their share of the queue; another admin's part is queued", async () => {
  const read = async () => "read";
  const queued = Array.from({ length: MAX_QUEUED_HOME_PARTS }, () => readHomePart(partOf("ada"), read));
  const further = readHomePart(partOf("ada"), read);
  const ofOther = readHomePart(partOf("ben"), read);
  expect(await Promise.race([further, delay(10_000, "still waiting", { ref: false })])).toBeNull();
  await release();
  expect(await Promise.all([...queued, ofOther])).toEqual(Array(MAX_QUEUED_HOME_PARTS + 1).fill("read"));
});

it("the queue accepts all parts of Home from two tabs of one admin", () => {
  const changes = 1;
  const parts = HOME_WORK_SOURCES.length + HOME_MODULES.length + HOME_CHARTS.length + changes;
  expect(2 * parts).toBeLessThanOrEqual(MAX_QUEUED_HOME_PARTS);
});

it("a part of Home with less than 50 ms left is not started", async () => {
  await release();
  let started = 0;
  const part = async () => ++started;
  expect(await readHomePart(partOf("ada", 40), part)).toBeNull();
  expect(started).toBe(0);
  expect(await readHomePart(partOf("ada"), part)).toBe(1);
});

it("a part of Home accepts a fractional time limit, because DATABASE_WAIT_SECONDS may be fractional", async () => {
  await release();
  expect(await readHomePart(partOf("ada", LONG_MS + 0.25), async () => "read")).toBe("read");
});
