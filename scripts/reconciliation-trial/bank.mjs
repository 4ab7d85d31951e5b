// @ts-check
import { addDays } from "./calendar.mjs";

/** @typedef {import("./types").BankLine} BankLine */
/** @typedef {import("./types").TrialContext} TrialContext */
/** @typedef {import("./types").TrialItem} TrialItem */

/** Number of days at the end of the trial whose remittances the bank has not paid yet. */
const NOT_REMITTED_DAYS = 3;
/** Number of ways in which the bank's statement shows a manual transfer ("movement"); see `writeMovement`. */
const FORMS = 6;

/**
 * Adds the lines of the bank's statement: settlements on their day, remittances in one sum per group, and manual transfers in several
 * forms. Items of the last days have no line yet.
 * @param {TrialContext} context
 */
export function addBankLines(context) {
  const { trial, days, dayOf } = context;
  for (const { kind, day, amount, narration } of trial.provider)
    if (kind === "settlement")
      trial.bank.push({ day, amount, narration: `NIP/PAYSTACK PAYMENTS/${narration}/SETTLEMENT` });
  writeRemittances(context);
  const movements = trial.ledger.filter(({ kind }) => kind === "movement");
  for (const [n, item] of movements.entries()) {
    if (item.day === dayOf(days - 1)) trial.expected.add(item);
    else writeMovement(context, item, n % FORMS);
  }
}

/**
 * Adds the bank's lines of remittances. Marks remittances that the bank has not paid yet as expected, so they are no exceptions.
 * @param {TrialContext} context
 */
function writeRemittances({ trial, days, dayOf, lines }) {
  const items = trial.ledger.filter(({ kind }) => kind === "remittance");
  const lastPaid = dayOf(days - 1 - NOT_REMITTED_DAYS);
  for (const item of items) if (item.day > lastPaid) trial.expected.add(item);
  const groups = [...new Set(items.map(({ group = "" }) => group))].sort();
  for (const [place, group] of groups.entries()) {
    // The bank pays some groups every day, others every second day.
    const length = 1 + (place % 2);
    for (let index = 0; dayOf(index) <= lastPaid; index += length) {
      const [last = lastPaid] = [dayOf(index + length - 1), lastPaid].sort();
      const own = items.filter((item) => item.group === group && item.day >= dayOf(index) && item.day <= last);
      if (own.length === 0) continue;
      const amount = own.reduce((sum, item) => sum + item.amount, 0);
      const narration = `TRF ${purposeOf(group)} ${last.replaceAll("-", "")}`;
      const line = { day: addDays(last, 1), amount, narration };
      trial.bank.push(line);
      for (const item of own) lines.set(item, line);
    }
  }
}

/** Returns the words for a group of remittances in the narration of the bank's line. @param {string} group */
function purposeOf(group) {
  if (group.startsWith("head:")) return `${group.slice(5)} REVENUE`;
  return group === "ticket" ? "TICKETS ORGANISERS" : "BILLS AGGREGATOR";
}

/** Adds the bank's lines of one manual transfer in one of several forms. @param {TrialContext} context @param {TrialItem} item @param {number} form */
function writeMovement({ trial, random, lines }, item, form) {
  const { day, amount, reference, narration, providerReference } = item;
  /** Adds the line that pays this transfer. @param {BankLine} line */
  const add = (line) => {
    trial.bank.push(line);
    lines.set(item, line);
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
    // The transfer was posted and reversed in the ledger, so the bank has no line for it.
    trial.ledger.push({ ...item, amount: -amount, narration: `Reversal of ${narration}`, pair: reference });
    item.pair = reference;
  } else add({ day: addDays(day, random.integer(0, 1)), amount, narration: `TRANSFER/${name}/CALABAR` });
}
