// Slow: builds the demo data for many days and hours.
import { expect, it } from "vitest";
import { clockFrom, DAY_MS, HOUR_MS } from "@/lib/server/db/seed/clock";
import { buildEvents } from "@/lib/server/db/seed/event/build";
import { buildManualTransfers } from "@/lib/server/db/seed/movements";
import { buildPeople } from "@/lib/server/db/seed/people";
import { buildTransactions } from "@/lib/server/db/seed/transactions";
import { buildPromotions } from "./build";

/** Returns a time relative to a fixed midnight in Lagos. */
const timeAt = (days: number, hours: number) =>
  new Date(Date.parse("2026-11-23T23:00:00Z") + days * DAY_MS + hours * HOUR_MS);

const HOURS = [0.1, 9, 13, 20.2];
/** Combinations of day and hour to test. */
const moments = [0, 1, 37].flatMap((days) => HOURS.map((hours) => [days, hours] as const));

it.each(moments)("demo promotions do not depend on the time of seeding: day %d, hour %d", (days, hours) => {
  const clock = clockFrom(timeAt(days, hours));
  const people = buildPeople(clock);
  const [payments, movements] = [buildTransactions(clock, people), buildManualTransfers(clock).entries];
  buildEvents(clock, people, payments);
  const outcomes = buildPromotions(clock, people, { payments, movements }).map(({ row, redemptions }) => ({
    ...row,
    taken: redemptions.filter(({ state }) => state === "redeemed").reduce((sum, { amount }) => sum + amount, 0),
    returned: redemptions.reduce((sum, { returned }) => sum + returned, 0),
  }));
  const endedBy = (cause: "pool" | "budget" | "uses" | "clock" | "admin") =>
    outcomes.filter(({ pauseCause, endCause }) => pauseCause === cause || endCause === cause).map(({ name }) => name);
  expect(endedBy("pool")).toEqual(["Market day: half of it back"]);
  expect(endedBy("budget")).toEqual(["Rates week: 20% off"]);
  expect(endedBy("uses")).toEqual(["First hundred bills"]);
  expect(endedBy("admin")).toEqual(["5% off by USSD", "Water bills by card"]);
  const spentPromotion = outcomes.find(({ endCause }) => endCause === "budget");
  expect([spentPromotion?.spent, spentPromotion?.returned]).toEqual([spentPromotion?.budget, 0]);
});
