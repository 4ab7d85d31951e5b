// @ts-check
import { addDays } from "./calendar.mjs";

/** Number of settlements per day. */
const PER_DAY = 3;

/**
 * Settles the payments of each day on the next day, in some settlements, each with a fee of 1.5 %. Payments of the last day are not settled
 * yet, so their postings are expected, not missing.
 * @param {any} context
 */
export function createSettlements({ trial, days, dayOf, random }) {
  let id = 7_700_000;
  const all = trial.provider;
  trial.provider = [];
  for (let index = 0; index < days; index++) {
    const day = dayOf(index);
    const payments = all.filter((/** @type {any} */ item) => item.day === day && item.kind === "payment");
    const others = all.filter((/** @type {any} */ item) => item.day === day && item.kind !== "payment");
    trial.provider.push(...others);
    if (index === days - 1) {
      for (const item of trial.ledger) if (item.day === day && item.kind === "payment") trial.expected.add(item);
      continue;
    }
    const paidOn = addDays(day, 1);
    for (let part = 0; part < PER_DAY; part++) {
      const own = payments.filter((/** @type {any} */ _item, /** @type {number} */ n) => n % PER_DAY === part);
      if (own.length === 0) continue;
      const reference = String(++id);
      const gross = own.reduce((/** @type {number} */ sum, /** @type {any} */ item) => sum + item.amount, 0);
      const fees = Math.round(gross * 0.015) + random.integer(1, 99);
      trial.provider.push(
        {
          kind: "settlement",
          day: paidOn,
          amount: gross - fees,
          reference,
          providerReference: null,
          narration: `PSTK_${reference}`,
          settlement: null,
        },
        ...own.map((/** @type {any} */ item) => Object.assign(item, { settlement: reference })),
        {
          kind: "fee",
          day: paidOn,
          amount: -fees,
          reference,
          providerReference: null,
          narration: "",
          settlement: reference,
        },
      );
      trial.ledger.push({
        kind: "fee",
        day: paidOn,
        amount: -fees,
        reference,
        providerReference: null,
        narration: `Fees of settlement ${reference}`,
      });
    }
  }
}
