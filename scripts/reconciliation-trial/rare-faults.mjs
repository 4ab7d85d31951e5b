// @ts-check
import { addDays } from "./calendar.mjs";

/** Working days until a posting without a provider's record, and a movement without a bank line, is an exception. */
export const DUE_AFTER = { provider: 2, movement: 2, remittance: 5, settlement: 1 };

/** Removes an item from a list. @param {any[]} list @param {any} item */
export const removeFrom = (/** @type {any[]} */ list, /** @type {any} */ item) => list.splice(list.indexOf(item), 1);

const isMovementByReference = (/** @type {any} */ { line, amount }) =>
  line?.amount === amount && line.narration.includes("WAL");

/** Faults of remittances and settlements. */
export const OTHER_PLANTERS = [
  function remittanceMissingAtBank(/** @type {any} */ { trial, take, dayOf }) {
    const item = take(
      "ledger",
      "remittance",
      (/** @type {any} */ { line, day }) => line && day === dayOf(0),
      DUE_AFTER.remittance,
    );
    if (!item) return null;
    removeFrom(trial.bank, item.line);
    const unpaid = trial.ledger.filter((/** @type {any} */ each) => each.line === item.line);
    const isDue = (/** @type {any} */ { finding }) => !finding;
    return { reason: "missing_at_bank", items: unpaid.filter(isDue) };
  },
  function duplicateSettlementLine(/** @type {any} */ { trial, take, today }) {
    const settlement = take("provider", "settlement", (/** @type {any} */ { day }) => addDays(day, 1) < today);
    if (!settlement) return null;
    const copy = { ...lineOfSettlement(trial, settlement), day: addDays(settlement.day, 1) };
    trial.bank.push(copy);
    return { reason: "duplicate", items: [copy] };
  },
  function reversedRemittance(/** @type {any} */ { trial, take }) {
    const item = take(
      "ledger",
      "remittance",
      (/** @type {any} */ { line, finding }) => line && !finding && trial.bank.includes(line),
    );
    if (!item) return null;
    const line = {
      day: addDays(item.line.day, 1),
      amount: -item.line.amount,
      narration: `${item.line.narration} REVERSAL`,
    };
    trial.bank.push(line);
    return { reason: "reversed", items: [line] };
  },
  function settlementMissingAtBank(/** @type {any} */ { trial, take }) {
    const settlement = take("provider", "settlement", undefined, DUE_AFTER.settlement);
    if (!settlement) return null;
    removeFrom(trial.bank, lineOfSettlement(trial, settlement));
    return { reason: "missing_at_bank", items: [settlement] };
  },
  function settlementMissingAtProvider(/** @type {any} */ { trial, random, dayOf }) {
    const line = {
      day: dayOf(3),
      amount: random.integer(1_000_000, 9_000_000),
      narration: "NIP/PAYSTACK PAYMENTS/PSTK_9912345/SETTLEMENT",
    };
    trial.bank.push(line);
    return { reason: "missing_at_provider", items: [line] };
  },
  function settlementPaidWithoutStampDuty(/** @type {any} */ { trial, take }) {
    const settlement = take("provider", "settlement", (/** @type {any} */ { amount }) => amount >= 1_000_000);
    if (!settlement) return null;
    const line = lineOfSettlement(trial, settlement);
    line.amount -= 5_000;
    return { reason: "amount_differs", cause: "stamp_duty", items: [settlement, line] };
  },
  function settlementWithOtherNet(/** @type {any} */ { trial, take }) {
    const settlement = take("provider", "settlement", (/** @type {any} */ { amount }) => amount >= 10_000_000);
    if (!settlement) return null;
    const line = lineOfSettlement(trial, settlement);
    settlement.amount -= 12_345;
    line.amount -= 12_345;
    return { reason: "amount_differs", cause: "fee", items: [settlement, line] };
  },
];

/** Faults of manual movements. */
export const MOVEMENT_PLANTERS = [
  function movementMissingAtBank(/** @type {any} */ { trial, take }) {
    const item = take("ledger", "movement", (/** @type {any} */ { line }) => line, DUE_AFTER.movement);
    if (!item) return null;
    removeFrom(trial.bank, item.line);
    return { reason: "missing_at_bank", items: [item] };
  },
  function movementDiffersByFee(/** @type {any} */ { take }) {
    return movementDiffers(take, (amount) => -Math.ceil(Math.abs(amount) * 0.01) - 1, "fee");
  },
  function movementDiffersByStampDuty(/** @type {any} */ { take }) {
    return movementDiffers(take, () => -5_000, "stamp_duty");
  },
  function movementPaidInPart(/** @type {any} */ { take }) {
    return movementDiffers(take, (amount) => -Math.trunc(amount / 4), "partial");
  },
  function duplicateMovementLine(/** @type {any} */ { trial, take, today }) {
    const item = take(
      "ledger",
      "movement",
      (/** @type {any} */ each) => isMovementByReference(each) && addDays(each.day, 1) < today,
    );
    if (!item) return null;
    const copy = { ...item.line, day: addDays(item.line.day, 1) };
    trial.bank.push(copy);
    return { reason: "duplicate", items: [copy] };
  },
  function reversedMovement(/** @type {any} */ { trial, take, today }) {
    const item = take(
      "ledger",
      "movement",
      (/** @type {any} */ each) => isMovementByReference(each) && addDays(each.day, 1) < today,
    );
    if (!item) return null;
    const line = { day: addDays(item.line.day, 1), amount: -item.amount, narration: `RVSL ${item.line.narration}` };
    trial.bank.push(line);
    return { reason: "reversed", items: [line] };
  },
];

const lineOfSettlement = (/** @type {any} */ trial, /** @type {any} */ settlement) =>
  trial.bank.find((/** @type {any} */ each) => each.narration.includes(`${settlement.narration}/`));

/** @param {any} take @param {(amount: number) => number} change @param {string} cause */
function movementDiffers(take, change, cause) {
  const item = take("ledger", "movement", isMovementByReference);
  if (!item) return null;
  item.line.amount += change(item.amount);
  return { reason: "amount_differs", cause, items: [item, item.line] };
}
