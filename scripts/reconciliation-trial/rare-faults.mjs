// @ts-check
import { addDays } from "./calendar.mjs";

/** @typedef {import("./types").BankLine} BankLine */
/** @typedef {import("./types").FaultContext} FaultContext */
/** @typedef {import("./types").TrialItem} TrialItem */
/** @typedef {import("./types").FaultPlanter} FaultPlanter */

/**
 * Working days after which an item without a counterpart is an exception: a posting without a provider's record (`provider`), or a manual
 * transfer (`movement`), remittance or settlement without a line at the bank.
 */
export const DUE_AFTER_WORKING_DAYS = { provider: 2, movement: 2, remittance: 5, settlement: 1 };

/** Removes an item from a list. @template T @param {T[]} list @param {T} item */
export const removeFromList = (list, item) => list.splice(list.indexOf(item), 1);

/** Adds a changed copy of a line to the bank's statement, on the day after that line. @param {FaultContext} context @param {BankLine} line @param {Partial<BankLine>} changes */
function addNextDay({ trial }, line, changes) {
  const added = { ...line, day: addDays(line.day, 1), ...changes };
  trial.bank.push(added);
  return added;
}

/** Functions that plant faults of remittances and settlements. @type {readonly FaultPlanter[]} */
export const REMITTANCE_AND_SETTLEMENT_PLANTERS = [
  function remittanceMissingAtBank({ trial, takePaid, dayOf, lines }) {
    const taken = takePaid("remittance", ({ day }) => day === dayOf(0), DUE_AFTER_WORKING_DAYS.remittance);
    if (!taken) return null;
    removeFromList(trial.bank, taken.line);
    const unpaid = trial.ledger.filter((item) => lines.get(item) === taken.line && !item.finding);
    return { reason: "missing_at_bank", items: unpaid };
  },
  function duplicateSettlementLine(context) {
    const settlement = context.take("provider", "settlement", ({ day }) => addDays(day, 1) < context.today);
    if (!settlement) return null;
    return { reason: "duplicate", items: [addNextDay(context, context.lineOfSettlement(settlement), {})] };
  },
  function reversedRemittance(context) {
    const isBooked = (/** @type {TrialItem} */ { finding }, /** @type {BankLine} */ line) =>
      !finding && context.trial.bank.includes(line);
    const taken = context.takePaid("remittance", isBooked);
    if (!taken) return null;
    const { amount, narration } = taken.line;
    const line = addNextDay(context, taken.line, { amount: -amount, narration: `${narration} REVERSAL` });
    return { reason: "reversed", items: [line] };
  },
  function settlementMissingAtBank({ trial, take, lineOfSettlement }) {
    const settlement = take("provider", "settlement", undefined, DUE_AFTER_WORKING_DAYS.settlement);
    if (!settlement) return null;
    removeFromList(trial.bank, lineOfSettlement(settlement));
    return { reason: "missing_at_bank", items: [settlement] };
  },
  function settlementMissingAtProvider({ trial, random, dayOf }) {
    const narration = "NIP/PAYSTACK PAYMENTS/PSTK_9912345/SETTLEMENT";
    const line = { day: dayOf(3), amount: random.integer(1_000_000, 9_000_000), narration };
    trial.bank.push(line);
    return { reason: "missing_at_provider", items: [line] };
  },
  function settlementPaidWithoutStampDuty({ take, lineOfSettlement }) {
    const settlement = take("provider", "settlement", ({ amount }) => amount >= 1_000_000);
    if (!settlement) return null;
    const line = lineOfSettlement(settlement);
    line.amount -= 5_000;
    return { reason: "amount_differs", cause: "stamp_duty", items: [settlement, line] };
  },
  function settlementWithOtherNet({ take, lineOfSettlement }) {
    const settlement = take("provider", "settlement", ({ amount }) => amount >= 10_000_000);
    if (!settlement) return null;
    const line = lineOfSettlement(settlement);
    settlement.amount -= 12_345;
    line.amount -= 12_345;
    return { reason: "amount_differs", cause: "fee", items: [settlement, line] };
  },
];

/** Returns true if the bank's line has the amount and reference of a manual transfer ("movement"). @param {TrialItem} item @param {BankLine} line */
const isNamed = (item, line) => line.amount === item.amount && line.narration.includes("WAL");

/** Plants a fault: changes the bank's amount of a manual transfer. @param {FaultContext} context @param {(amount: number) => number} change @param {string} cause */
function plantMovementDifference({ takePaid }, change, cause) {
  const taken = takePaid("movement", isNamed);
  if (!taken) return null;
  const { item, line } = taken;
  line.amount += change(item.amount);
  return { reason: "amount_differs", cause, items: [item, line] };
}

/** Functions that plant faults of manual transfers ("movements"). @type {readonly FaultPlanter[]} */
export const MOVEMENT_PLANTERS = [
  function movementMissingAtBank({ trial, takePaid }) {
    const taken = takePaid("movement", () => true, DUE_AFTER_WORKING_DAYS.movement);
    if (!taken) return null;
    removeFromList(trial.bank, taken.line);
    return { reason: "missing_at_bank", items: [taken.item] };
  },
  function movementDiffersByFee(context) {
    return plantMovementDifference(context, (amount) => -Math.ceil(Math.abs(amount) * 0.01) - 1, "fee");
  },
  function movementDiffersByStampDuty(context) {
    return plantMovementDifference(context, () => -5_000, "stamp_duty");
  },
  function movementPaidInPart(context) {
    return plantMovementDifference(context, (amount) => -Math.trunc(amount / 4), "partial");
  },
  function duplicateMovementLine(context) {
    const taken = context.takePaid(
      "movement",
      (item, line) => isNamed(item, line) && addDays(item.day, 1) < context.today,
    );
    return taken && { reason: "duplicate", items: [addNextDay(context, taken.line, {})] };
  },
  function reversedMovement(context) {
    const taken = context.takePaid(
      "movement",
      (item, line) => isNamed(item, line) && addDays(item.day, 1) < context.today,
    );
    if (!taken) return null;
    const { amount, narration } = taken.line;
    const line = addNextDay(context, taken.line, { amount: -amount, narration: `RVSL ${narration}` });
    return { reason: "reversed", items: [line] };
  },
];
