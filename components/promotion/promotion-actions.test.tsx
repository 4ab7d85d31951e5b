import { expect, it } from "vitest";
import { loadRaise, loadReason, loadReschedule } from "./promotion-actions-schema";

const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const NAMED = { promotionId: ID, version: 2, reason: "Agreed with the sponsor" };

it("takes a raised budget in naira, and refuses one without a reason", async () => {
  const form = await loadRaise();
  expect(form.safeParse({ ...NAMED, budget: "1,500.50" }).data).toEqual({ ...NAMED, budget: 150_050 });
  expect(form.safeParse({ ...NAMED, budget: "" }).success).toBe(false);
  expect(form.safeParse({ ...NAMED, budget: "5", reason: "" }).success).toBe(false);
});

it("takes an end, or none, and a reason alone for the rest", async () => {
  const ends_at = "2027-01-01T08:00:00.000Z";
  expect((await loadReschedule()).safeParse({ ...NAMED, ends_at }).success).toBe(true);
  expect((await loadReschedule()).safeParse({ ...NAMED, ends_at: null }).success).toBe(true);
  expect((await loadReason()).safeParse(NAMED).success).toBe(true);
});
