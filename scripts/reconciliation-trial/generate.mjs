// @ts-check
// Generates ten days of payments with their records at the provider and the bank, plants faults, and lists the faults that reconciliation
// has to find. Imports no code of the app, so that an error in the app's rules can't be repeated here.
import { addBankLines } from "./bank.mjs";
import { addDays, addWorkingDays, createRandom } from "./calendar.mjs";
import { plantFaults } from "./faults.mjs";
import { createSettlements } from "./settlements.mjs";

/** @typedef {import("./types").Trial} Trial */

/** Minimum number of manual transfers ("movements"), so that a small trial has all kinds of faults. */
const MOVEMENTS_MIN = 72;
/** Kinds of payments with their share of all payments. */
const METHODS = /** @type {const} */ ([
  ["card_funding", 0.35],
  ["card_bill", 0.1],
  ["card_tax", 0.15],
  ["card_ticket", 0.05],
  ["wallet_bill", 0.12],
  ["wallet_tax", 0.08],
  ["refund", 0.03],
  ["withdrawal", 0.08],
  ["grant", 0.04],
]);
const REVENUE_HEAD_CODES = [
  "IRS-1001",
  "IRS-1002",
  "LND-2001",
  "LND-2002",
  "TRN-3001",
  "ENV-4001",
  "HLT-5001",
  "EDU-6001",
];
const NAMES = [
  "Ọláwálé Adébáyò",
  "Ekaette O'Brien-Bassey",
  "Ngozi Eze",
  "Ita Effiong",
  "Musa Abdullahi",
  "Chukwuemeka Nwankwọ",
];
const PAYEES = [
  "Zenith Cleaning Services",
  "Crystal Waters Limited",
  "Obudu Ranch Catering",
  "Tinapa Print House",
  "Calabar Motors",
];

/**
 * Generates a trial: payments with their items in the ledger, at the provider and at the bank, and planted faults.
 * @param {{ payments: number, today: string, days?: number, seed?: number }} options `payments`: their number; `today`: the Lagos day
 *   of the last payments, on which items are matched
 * @returns {Trial}
 */
export function generateTrial({ payments, today, days = 10, seed = 41 }) {
  const random = createRandom(seed);
  // Lets the trial's last day be today. If it were earlier, an item that is not due yet could become due at midnight, during the check.
  const dayOf = (/** @type {number} */ index) => addDays(today, index - days + 1);
  /** @type {Trial} */
  const trial = { ledger: [], provider: [], bank: [], faults: [], expected: new Set() };
  let number = 0;
  for (let n = 0; n < payments; n++) {
    const index = Math.floor((n * days) / payments);
    addPayment(trial, { method: pickMethod(random.next()), day: dayOf(index), number: ++number, random });
  }
  const movements = Math.max(MOVEMENTS_MIN, Math.round(payments / 200));
  for (let n = 0; n < movements; n++)
    addPayment(trial, { method: "movement", day: dayOf(Math.floor((n * days) / movements)), number: ++number, random });
  const context = { trial, random, dayOf, days, today, addWorkingDays, lines: new Map() };
  createSettlements(context);
  addBankLines(context);
  plantFaults(context, Math.round(payments / 100));
  return trial;
}

/** Returns a kind of payment by a random value, with the probabilities in `METHODS`. @param {number} value from 0 to 1 @returns {string} */
function pickMethod(value) {
  let rest = value;
  for (const [method, share] of METHODS) {
    rest -= share;
    if (rest < 0) return method;
  }
  return "card_funding";
}

/** Adds a payment's items to ledger and provider. @param {Trial} trial @param {{ method: string, day: string, number: number, random: ReturnType<typeof createRandom> }} payment */
function addPayment(trial, { method, day, number, random }) {
  const reference = `TRX-${random.code(11)}${number % 10}`;
  const providerReference = `T${String(900_000_000 + number * 7)}`;
  const amount = 100 * random.integer(500, 100_000) + random.integer(0, 99);
  const fee = random.integer(0, 3) * 5_000;
  const name = random.pick(NAMES);
  const paid = (/** @type {string} */ kind, /** @type {number} */ sum, ref = reference) => {
    trial.ledger.push({ kind, day, amount: sum, reference: ref, providerReference, narration: `${kind} of ${name}` });
    trial.provider.push({ kind, day, amount: sum, reference: ref, providerReference, narration: "", settlement: null });
  };
  const remit = (/** @type {string} */ group) =>
    trial.ledger.push({
      kind: "remittance",
      day,
      amount: -amount,
      reference,
      providerReference: null,
      narration: `Payment of ${name}`,
      group,
    });
  if (method === "card_funding") paid("payment", amount + fee);
  else if (method.startsWith("card_")) paid("payment", amount + fee);
  else if (method === "refund") paid("refund", -amount, reference.replace("TRX", "RFD"));
  else if (method === "withdrawal" || method === "grant") paid("payout", -amount);
  else if (method === "movement") {
    const sign = random.integer(0, 2) === 0 ? 1 : -1;
    const wal = `WAL-${String(number).padStart(6, "0")}`;
    const external = random.integer(0, 1) ? `FT${random.code(9)}7` : null;
    trial.ledger.push({
      ...{
        kind: "movement",
        day,
        amount: sign * (amount + number * 1_000_003),
        reference: wal,
        providerReference: external,
      },
      narration: `${random.pick(PAYEES)} invoice ${number}`,
    });
  }
  if (method === "card_bill" || method === "wallet_bill") remit("bill_payment");
  if (method === "card_tax" || method === "wallet_tax") remit(`head:${random.pick(REVENUE_HEAD_CODES)}`);
  if (method === "card_ticket") remit("ticket");
}
