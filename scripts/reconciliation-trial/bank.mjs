// @ts-check
import { addDays } from "./calendar.mjs";

/** Days at the end whose remittances the bank has not paid yet, and whose movements it has not booked. */
const NOT_REMITTED_DAYS = 3;

/**
 * Writes the bank's lines: settlements on their day, remittances per group, and movements in several forms. The last days are not paid yet.
 * @param {any} context
 */
export function createBankDays({ trial, days, dayOf, random }) {
  for (const item of trial.provider)
    if (item.kind === "settlement")
      trial.bank.push({
        day: item.day,
        amount: item.amount,
        narration: `NIP/PAYSTACK PAYMENTS/${item.narration}/SETTLEMENT`,
      });
  writeRemittances({ trial, days, dayOf });
  const movements = trial.ledger.filter((/** @type {any} */ item) => item.kind === "movement");
  for (const [n, item] of movements.entries()) {
    if (item.day === dayOf(days - 1)) trial.expected.add(item);
    else writeMovement(trial, item, n % 6, movements[n + 1], random);
  }
}

/** Remembers the line that pays an item, for faults. It is not part of the item. @param {any} item @param {any} line */
const setLine = (item, line) => Object.defineProperty(item, "line", { value: line, enumerable: false });

/** @param {any} context */
function writeRemittances({ trial, days, dayOf }) {
  const items = trial.ledger.filter((/** @type {any} */ item) => item.kind === "remittance");
  const lastPaid = dayOf(days - 1 - NOT_REMITTED_DAYS);
  for (const item of items) if (item.day > lastPaid) trial.expected.add(item);
  const groups = new Set(items.map((/** @type {any} */ item) => item.group));
  for (const [place, group] of [...groups].sort().entries()) {
    // Some groups are remitted every day, others after two days.
    const length = 1 + (place % 2);
    for (let index = 0; dayOf(index) <= lastPaid; index += length) {
      const last = [dayOf(index + length - 1), lastPaid].sort()[0];
      const own = items.filter(
        (/** @type {any} */ item) => item.group === group && item.day >= dayOf(index) && item.day <= last,
      );
      if (own.length === 0) continue;
      const amount = own.reduce((/** @type {number} */ sum, /** @type {any} */ item) => sum + item.amount, 0);
      const purpose = group.startsWith("head:")
        ? `${group.slice(5)} REVENUE`
        : group === "ticket"
          ? "TICKETS ORGANISERS"
          : "BILLS AGGREGATOR";
      trial.bank.push({ day: addDays(last, 1), amount, narration: `TRF ${purpose} ${last.replaceAll("-", "")}` });
      for (const item of own) setLine(item, trial.bank.at(-1));
    }
  }
}

/** Writes a movement's line in one of several forms. @param {any} trial @param {any} item @param {number} form @param {any} _next @param {any} random */
function writeMovement(trial, item, form, _next, random) {
  const { day, amount, reference, narration, providerReference } = item;
  const add = (/** @type {any} */ line) => {
    trial.bank.push(line);
    setLine(item, line);
  };
  const name = narration.toUpperCase().replace(/ INVOICE \d+$/, "");
  if (form === 0) add({ day, amount, narration: `NIP TRF ${name} ${reference}` });
  else if (form === 1) add({ day, amount, narration: `NIP TRF ${name} ${reference.replace("-", "")} /REM` });
  else if (form === 2 && providerReference)
    add({ day, amount, narration: `TRF TO ${name}`, reference: providerReference });
  else if (form === 3) {
    const first = Math.trunc(amount / 3);
    for (const part of [first, amount - first])
      trial.bank.push({ day, amount: part, narration: `NIP TRF ${name} ${reference} PART` });
  } else if (form === 4) {
    // Posted and reversed; the bank never saw it.
    trial.ledger.push({ ...item, amount: -amount, narration: `Reversal of ${narration}`, pair: reference });
    item.pair = reference;
  } else add({ day: addDays(day, random.integer(0, 1)), amount, narration: `TRANSFER/${name}/CALABAR` });
}
