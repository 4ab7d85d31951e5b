// @ts-check
import { addDays } from "./calendar.mjs";

/** Number of settlements by the provider per day. */
const PER_DAY = 3;

/**
 * Adds the provider's settlements: each pays a part of the payments of the day before, less a fee of 1.5 %. Payments of the last day are
 * not settled yet, so their postings are expected, not missing.
 * @param {import("./types").TrialContext} context
 */
export function createSettlements({ trial, days, dayOf, random }) {
  let id = 7_700_000;
  const all = trial.provider;
  trial.provider = all.filter(({ kind }) => kind !== "payment");
  for (let index = 0; index < days - 1; index++) {
    const payments = all.filter(({ day, kind }) => day === dayOf(index) && kind === "payment");
    const day = addDays(dayOf(index), 1);
    for (let part = 0; part < PER_DAY; part++) {
      const own = payments.filter((_item, n) => n % PER_DAY === part);
      if (own.length === 0) continue;
      const reference = String(++id);
      const gross = own.reduce((sum, { amount }) => sum + amount, 0);
      const fees = Math.round(gross * 0.015) + random.integer(1, 99);
      const common = { day, reference, providerReference: null };
      for (const item of own) item.settlement = reference;
      trial.provider.push(
        { ...common, kind: "settlement", amount: gross - fees, narration: `PSTK_${reference}`, settlement: null },
        ...own,
        { ...common, kind: "fee", amount: -fees, narration: "", settlement: reference },
      );
      trial.ledger.push({ ...common, kind: "fee", amount: -fees, narration: `Fees of settlement ${reference}` });
    }
  }
  const lastDay = dayOf(days - 1);
  for (const item of trial.ledger) if (item.day === lastDay && item.kind === "payment") trial.expected.add(item);
}
