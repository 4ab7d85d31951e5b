// @ts-check
import { addDays } from "./calendar.mjs";
import {
  DUE_AFTER_WORKING_DAYS,
  MOVEMENT_PLANTERS,
  REMITTANCE_AND_SETTLEMENT_PLANTERS,
  removeFromList,
} from "./rare-faults.mjs";

/** @typedef {import("./types").TrialContext} TrialContext */
/** @typedef {import("./types").FaultContext} FaultContext */
/** @typedef {import("./types").TrialItem} TrialItem */
/** @typedef {import("./types").FaultPlanter} FaultPlanter */

/**
 * Plants about `count` faults, all kinds in turn, each on records that no other fault uses. Adds them to `trial.faults`.
 * @param {TrialContext} context @param {number} count
 */
export function plantFaults(context, count) {
  const { trial } = context;
  const faultContext = createFaultContext(context);
  /** Plants one fault and adds it to the trial. @param {FaultPlanter} plant @param {number} round */
  const addFault = (plant, round) => {
    const fault = plant({ ...faultContext, round });
    if (fault) trial.faults.push(fault);
    else if (round === 0) throw new Error(`The trial is too small for the fault of ${plant.name}.`);
  };
  for (let round = 0; round < Math.max(1, Math.floor(count / PLANTERS.length)); round++)
    for (const plant of PLANTERS) addFault(plant, round);
  // Plants fewer faults of manual transfers, remittances and settlements, because the trial has few of them; each kind at least once.
  for (const plant of REMITTANCE_AND_SETTLEMENT_PLANTERS) addFault(plant, 0);
  for (let round = 0; round <= Math.floor(count / 150); round++)
    for (const plant of MOVEMENT_PLANTERS) addFault(plant, round);
}

/**
 * Returns the context that all fault planters get, with functions that take items no other fault uses.
 * @param {TrialContext} context
 * @returns {FaultContext}
 */
function createFaultContext(context) {
  const { trial, random, today, addWorkingDays, lines } = context;
  /** @type {Set<TrialItem>} */
  const used = new Set();
  /** @type {Map<string, TrialItem[]>} */
  const pools = new Map();
  /** Returns the items of a kind in random order. @param {"ledger" | "provider"} side @param {string} kind */
  const poolOf = (side, kind) => {
    const key = `${side}:${kind}`;
    const pool =
      pools.get(key) ?? shuffle(trial[side].filter((item) => item.kind === kind && !trial.expected.has(item)));
    pools.set(key, pool);
    return pool;
  };
  /** Returns the items in random order. @param {TrialItem[]} items */
  const shuffle = (items) =>
    items
      .map((item) => ({ item, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  /** Returns true if an item is an exception today, that is after `wait` working days have passed. @param {TrialItem} item @param {number} wait */
  const isDue = ({ day }, wait) => wait === 0 || addWorkingDays(day, wait) < today;
  /** @type {FaultContext["take"]} */
  const take = (side, kind, condition = () => true, wait = 0) => {
    const pool = poolOf(side, kind);
    const place = pool.findIndex((item) => !used.has(item) && isDue(item, wait) && condition(item));
    const [item] = place < 0 ? [] : pool.splice(place, 1);
    if (item) used.add(item);
    return item ?? null;
  };
  const records = new Map(trial.provider.map((item) => [`${item.kind}:${item.reference}`, item]));
  return {
    ...context,
    take,
    takePaid(kind, condition, wait) {
      const isPaid = (/** @type {TrialItem} */ item) => {
        const line = lines.get(item);
        return line !== undefined && condition(item, line);
      };
      const item = take("ledger", kind, isPaid, wait);
      const line = item && lines.get(item);
      return item && line ? { item, line } : null;
    },
    recordOf({ kind, reference }) {
      const record = records.get(`${kind}:${reference}`);
      if (!record) throw new Error(`The provider has no ${kind} ${reference}.`);
      return record;
    },
    lineOfSettlement({ narration }) {
      const line = trial.bank.find((each) => each.narration.includes(`${narration}/`));
      if (!line) throw new Error(`The bank has no line of ${narration}.`);
      return line;
    },
    remitted: new Set(trial.ledger.filter(({ kind }) => kind === "remittance").map(({ reference }) => reference)),
    round: 0,
  };
}

/**
 * Changes the net amount of a settlement and its bank line, because the amount of a payment in the settlement was changed.
 * @param {FaultContext} context
 * @param {TrialItem} record
 * @param {number} change
 */
function shiftSettlement({ trial, lineOfSettlement }, record, change) {
  const settlement = trial.provider.find(
    ({ kind, reference }) => kind === "settlement" && reference === record.settlement,
  );
  if (!settlement) throw new Error(`There is no settlement ${record.settlement}.`);
  settlement.amount += change;
  lineOfSettlement(settlement).amount += change;
}

/** Plants a fault: changes the provider's amount of a payment. @param {FaultContext} context @param {TrialItem} posting @param {number} change @param {string} cause */
function plantAmountDifference(context, posting, change, cause) {
  const record = context.recordOf(posting);
  record.amount += change;
  shiftSettlement(context, record, change);
  return { reason: "amount_differs", cause, items: [posting, record] };
}

/**
 * Plants a fault: a tax that the bank's line does not pay, because the tax has no revenue head or an unknown one.
 * @param {FaultContext} context
 * @param {string} finding reason to be found
 */
function plantTaxWithoutHead({ takePaid }, finding) {
  const taken = takePaid(
    "remittance",
    ({ group, amount }, line) => Boolean(group?.startsWith("head:")) && line.amount < amount,
  );
  if (!taken) return null;
  const { item, line } = taken;
  line.amount -= item.amount;
  item.finding = finding;
  item.group = finding === "no_revenue_head" ? undefined : "head:NONE-0001";
  return { reason: finding, items: [item] };
}

/** Adds a line to the bank's statement on a random day. @param {FaultContext} context @param {{ amount: number, narration: string }} line */
function addLine({ trial, random, dayOf, days }, line) {
  const added = { ...line, day: dayOf(random.integer(0, days - 1)) };
  trial.bank.push(added);
  return added;
}

/** Faults of payments, payouts and other lines, which are planted often. @type {readonly FaultPlanter[]} */
const PLANTERS = [
  function missingAtProvider(context) {
    const posting = context.take("ledger", "payment", undefined, DUE_AFTER_WORKING_DAYS.provider);
    if (!posting) return null;
    const record = context.recordOf(posting);
    shiftSettlement(context, record, -record.amount);
    removeFromList(context.trial.provider, record);
    return { reason: "missing_at_provider", items: [posting] };
  },
  function payoutMissingAtProvider({ trial, take, recordOf }) {
    const posting = take("ledger", "payout", undefined, DUE_AFTER_WORKING_DAYS.provider);
    if (!posting) return null;
    removeFromList(trial.provider, recordOf(posting));
    return { reason: "missing_at_provider", items: [posting] };
  },
  function payoutPaidTwice({ trial, take, recordOf, today }) {
    const posting = take("ledger", "payout", ({ day }) => addDays(day, 1) < today);
    if (!posting) return null;
    const record = recordOf(posting);
    const copy = { ...record, day: addDays(record.day, 1), providerReference: `${record.providerReference}9` };
    trial.provider.push(copy);
    return { reason: "duplicate", items: [copy] };
  },
  function missingInLedger({ trial, take, recordOf, remitted }) {
    const posting = take("ledger", "payment", ({ reference }) => !remitted.has(reference));
    if (!posting) return null;
    removeFromList(trial.ledger, posting);
    return { reason: "missing_in_ledger", items: [recordOf(posting)] };
  },
  function feeAtProvider(context) {
    const posting = context.take("ledger", "payment");
    if (!posting) return null;
    const fee = Math.ceil(posting.amount * 0.015) + 1;
    return plantAmountDifference(context, posting, -(fee === 5_000 ? 5_001 : fee), "fee");
  },
  function stampDutyAtProvider(context) {
    const posting = context.take("ledger", "payment", ({ amount }) => amount >= 1_000_000);
    return posting && plantAmountDifference(context, posting, -5_000, "stamp_duty");
  },
  function partOfPayment(context) {
    const posting = context.take("ledger", "payment");
    return posting && plantAmountDifference(context, posting, -Math.ceil(posting.amount / 2), "partial");
  },
  function duplicateAtProvider(context) {
    const posting = context.take("ledger", "payment", ({ day }) => addDays(day, 1) < context.today);
    if (!posting) return null;
    const record = context.recordOf(posting);
    const copy = { ...record, day: addDays(record.day, 1), providerReference: `${record.providerReference}9` };
    context.trial.provider.push(copy);
    shiftSettlement(context, record, record.amount);
    return { reason: "duplicate", items: [copy] };
  },
  function noRevenueHead(context) {
    return plantTaxWithoutHead(context, "no_revenue_head");
  },
  function noHeadAccount(context) {
    return plantTaxWithoutHead(context, "no_head_account");
  },
  function unknownCharge(context) {
    const amount = -context.random.integer(100, 99_999);
    return {
      reason: "unknown",
      items: [addLine(context, { amount, narration: `SMS ALERT CHARGES ${context.round}` })],
    };
  },
  function unknownDeposit(context) {
    const amount = context.random.integer(100_000, 9_999_999);
    return { reason: "unknown", items: [addLine(context, { amount, narration: "CASH DEPOSIT BY SELF" })] };
  },
  function lineMissingInLedger(context) {
    const { random } = context;
    const amount = -random.integer(100_000, 9_999_999);
    const narration = `TRF TRX-${random.code(11)}5 REFUND`;
    return { reason: "missing_in_ledger", items: [addLine(context, { amount, narration })] };
  },
];
