import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HOME_CHARTS } from "@/lib/contract/overview.values";
import { env } from "@/lib/env";
import { queueFanOutRead } from "@/lib/server/api/concurrency-limit";
import { HOME_MODULES, WORK_SOURCES } from "./home-modules";
import { MAX_QUEUED_PARTS, readHomePart } from "./in-time";

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

it("times out a queued part of Home at its own limit, although no place in the queue becomes free", async () => {
  const part = readHomePart(partOf("ada", 100), async () => "read");
  expect(await Promise.race([part, delay(10_000, "still waiting", { ref: false })])).toBeNull();
});

it("refuses further parts of an admin whose parts fill their share of the queue, and queues those of another admin", async () => {
  const read = async () => "read";
  const queued = Array.from({ length: MAX_QUEUED_PARTS }, () => readHomePart(partOf("ada"), read));
  const further = readHomePart(partOf("ada"), read);
  const ofOther = readHomePart(partOf("ben"), read);
  expect(await Promise.race([further, delay(10_000, "still waiting", { ref: false })])).toBeNull();
  await release();
  expect(await Promise.all([...queued, ofOther])).toEqual(Array(MAX_QUEUED_PARTS + 1).fill("read"));
});

it("queues all parts of Home for two tabs of one admin", () => {
  const changes = 1;
  const parts = WORK_SOURCES.length + HOME_MODULES.length + HOME_CHARTS.length + changes;
  expect(2 * parts).toBeLessThanOrEqual(MAX_QUEUED_PARTS);
});

it("does not start a part with less than 50 ms left", async () => {
  await release();
  let started = 0;
  const part = async () => ++started;
  expect(await readHomePart(partOf("ada", 40), part)).toBeNull();
  expect(started).toBe(0);
  expect(await readHomePart(partOf("ada"), part)).toBe(1);
});

it("accepts a fractional time limit, because DATABASE_WAIT_SECONDS may be fractional", async () => {
  await release();
  expect(await readHomePart(partOf("ada", LONG_MS + 0.25), async () => "read")).toBe("read");
});
