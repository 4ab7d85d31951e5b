// @ts-check
import { addDays } from "./calendar.mjs";

/** Working days until a posting without a provider's record, and a movement without a bank line, is an exception. */
const DUE_AFTER = { provider: 2, movement: 2, remittance: 5, settlement: 1 };

/**
 * Plants about this number of faults, all kinds in turn, each on records that no other fault uses. Adds them to `trial.faults`.
 * @param {any} context @param {number} count
 */
export function plantFaults(context, count) {
  const { trial } = context;
  const used = new Set();
  const take = createPicker(context, used);
  const rounds = Math.max(1, Math.floor(count / PLANTERS.length));
  for (let round = 0; round < rounds; round++)
    for (const plant of PLANTERS) {
      const fault = plant({ ...context, take, round });
      if (fault) trial.faults.push(fault);
    }
  for (const plant of RARE_PLANTERS) {
    const fault = plant({ ...context, take, round: 0 });
    if (!fault) throw new Error(`The trial is too small for the fault of ${plant.name}.`);
    trial.faults.push(fault);
  }
}

/** @param {any} context @param {Set<object>} used */
function createPicker({ trial, random, today, addWorkingDays }, used) {
  const pools = new Map();
  const poolOf = (/** @type {string} */ side, /** @type {string} */ kind) => {
    const key = `${side}:${kind}`;
    if (!pools.has(key)) {
      const items = trial[side].filter((/** @type {any} */ item) => item.kind === kind && !trial.expected.has(item));
      for (let n = items.length - 1; n > 0; n--) {
        const other = random.integer(0, n);
        [items[n], items[other]] = [items[other], items[n]];
      }
      pools.set(key, items);
    }
    return pools.get(key);
  };
  /** Returns an unused item that meets the condition and is due after this number of working days. */
  return (
    /** @type {string} */ side,
    /** @type {string} */ kind,
    condition = (/** @type {any} */ _item) => true,
    wait = 0,
  ) => {
    const pool = poolOf(side, kind);
    const place = pool.findIndex(
      (/** @type {any} */ item) => !used.has(item) && addWorkingDays(item.day, wait) <= today && condition(item),
    );
    if (place < 0) return null;
    const [item] = pool.splice(place, 1);
    used.add(item);
    if (item.line) used.add(item.line);
    return item;
  };
}

/** Returns the provider's payment of a ledger payment. @param {any} trial @param {any} posting */
const recordOf = (trial, posting) => {
  trial.byReference ??= new Map(
    trial.provider.map((/** @type {any} */ item) => [`${item.kind}:${item.reference}`, item]),
  );
  return trial.byReference.get(`${posting.kind}:${posting.reference}`);
};

/** Changes the amount of a settled payment, and the net amount and bank line of its settlement, which stay exact. @param {any} trial @param {any} record @param {number} change */
function changeSettled(trial, record, change) {
  record.amount += change;
  shiftSettlement(trial, record.settlement, change);
}

/** @param {any} trial @param {string} reference @param {number} change */
function shiftSettlement(trial, reference, change) {
  const settlement = trial.provider.find(
    (/** @type {any} */ item) => item.kind === "settlement" && item.reference === reference,
  );
  const line = trial.bank.find((/** @type {any} */ each) => each.narration.includes(`${settlement.narration}/`));
  settlement.amount += change;
  line.amount += change;
}

const removeFrom = (/** @type {any[]} */ list, /** @type {any} */ item) => list.splice(list.indexOf(item), 1);

/** Kinds of faults that are planted often. Each returns null if no record is left for it. */
const PLANTERS = [
  function missingAtProvider(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payment", undefined, DUE_AFTER.provider);
    if (!posting) return null;
    const record = recordOf(trial, posting);
    changeSettled(trial, record, -record.amount);
    removeFrom(trial.provider, record);
    return { reason: "missing_at_provider", items: [posting] };
  },
  function payoutMissingAtProvider(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payout", undefined, DUE_AFTER.provider);
    if (!posting) return null;
    removeFrom(trial.provider, recordOf(trial, posting));
    return { reason: "missing_at_provider", items: [posting] };
  },
  function missingInLedger(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payment", (/** @type {any} */ item) => !hasRemittance(trial, item));
    if (!posting) return null;
    removeFrom(trial.ledger, posting);
    return { reason: "missing_in_ledger", items: [recordOf(trial, posting)] };
  },
  function feeAtProvider(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payment");
    if (!posting) return null;
    const fee = Math.ceil(posting.amount * 0.015) + 1;
    return differs(trial, posting, -(fee === 5_000 ? 5_001 : fee), "fee");
  },
  function stampDutyAtProvider(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payment", (/** @type {any} */ { amount }) => amount >= 1_000_000);
    return posting && differs(trial, posting, -5_000, "stamp_duty");
  },
  function partOfPayment(/** @type {any} */ { trial, take }) {
    const posting = take("ledger", "payment");
    return posting && differs(trial, posting, -Math.ceil(posting.amount / 2), "partial");
  },
  function duplicateAtProvider(/** @type {any} */ { trial, take, today }) {
    const posting = take("ledger", "payment", (/** @type {any} */ { day }) => addDays(day, 1) < today);
    if (!posting) return null;
    const record = recordOf(trial, posting);
    const copy = { ...record, day: addDays(record.day, 1), providerReference: `${record.providerReference}9` };
    trial.provider.push(copy);
    shiftSettlement(trial, record.settlement, record.amount);
    return { reason: "duplicate", items: [copy] };
  },
  function duplicatePayout(/** @type {any} */ { trial, take, today }) {
    const posting = take("ledger", "payout", (/** @type {any} */ { day }) => addDays(day, 1) < today);
    if (!posting) return null;
    const record = recordOf(trial, posting);
    const copy = { ...record, day: addDays(record.day, 1), providerReference: `${record.providerReference}9` };
    trial.provider.push(copy);
    return { reason: "duplicate", items: [copy] };
  },
  function noRevenueHead(/** @type {any} */ { take }) {
    return withoutHead(take, "no_revenue_head");
  },
  function noHeadAccount(/** @type {any} */ { take }) {
    return withoutHead(take, "no_head_account");
  },
  function unknownCharge(/** @type {any} */ { trial, random, dayOf, days, round }) {
    const line = {
      day: dayOf(random.integer(0, days - 1)),
      amount: -random.integer(100, 99_999),
      narration: `SMS ALERT CHARGES ${round}`,
    };
    trial.bank.push(line);
    return { reason: "unknown", items: [line] };
  },
  function unknownDeposit(/** @type {any} */ { trial, random, dayOf, days }) {
    const line = {
      day: dayOf(random.integer(0, days - 1)),
      amount: random.integer(100_000, 9_999_999),
      narration: "CASH DEPOSIT BY SELF",
    };
    trial.bank.push(line);
    return { reason: "unknown", items: [line] };
  },
  function lineMissingInLedger(/** @type {any} */ { trial, random, dayOf, days }) {
    const line = {
      day: dayOf(random.integer(0, days - 1)),
      amount: -random.integer(100_000, 9_999_999),
      narration: `TRF TRX-${random.code(11)}5 REFUND`,
    };
    trial.bank.push(line);
    return { reason: "missing_in_ledger", items: [line] };
  },
];

/** @param {any} trial @param {any} posting @param {number} change @param {string} cause */
function differs(trial, posting, change, cause) {
  const record = recordOf(trial, posting);
  changeSettled(trial, record, change);
  return { reason: "amount_differs", cause, items: [posting, record] };
}

/** @param {any} trial @param {any} posting */
function hasRemittance(trial, posting) {
  trial.remitted ??= new Set(
    trial.ledger
      .filter((/** @type {any} */ { kind }) => kind === "remittance")
      .map((/** @type {any} */ { reference }) => reference),
  );
  return trial.remitted.has(posting.reference);
}

/** Takes a tax out of its head's remittance. @param {any} take @param {string} finding */
function withoutHead(take, finding) {
  const item = take(
    "ledger",
    "remittance",
    (/** @type {any} */ { group, line, amount }) => group.startsWith("head:") && line && line.amount < amount,
  );
  if (!item) return null;
  item.line.amount -= item.amount;
  item.finding = finding;
  item.group = finding === "no_revenue_head" ? undefined : "head:NONE-0001";
  return { reason: finding, items: [item] };
}

const isMovementByReference = (/** @type {any} */ { line, amount }) =>
  line?.amount === amount && line.narration.includes("WAL");

/** Faults of few records, planted once. */
const RARE_PLANTERS = [
  function movementMissingAtBank(/** @type {any} */ { trial, take }) {
    const item = take("ledger", "movement", (/** @type {any} */ { line }) => line, DUE_AFTER.movement);
    if (!item) return null;
    removeFrom(trial.bank, item.line);
    return { reason: "missing_at_bank", items: [item] };
  },
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
  function duplicateSettlementLine(/** @type {any} */ { trial, take, today }) {
    const settlement = take("provider", "settlement", (/** @type {any} */ { day }) => addDays(day, 1) < today);
    if (!settlement) return null;
    const copy = { ...lineOfSettlement(trial, settlement), day: addDays(settlement.day, 1) };
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

const lineOfSettlement = (/** @type {any} */ trial, /** @type {any} */ settlement) =>
  trial.bank.find((/** @type {any} */ each) => each.narration.includes(`${settlement.narration}/`));

/** @param {any} take @param {(amount: number) => number} change @param {string} cause */
function movementDiffers(take, change, cause) {
  const item = take("ledger", "movement", isMovementByReference);
  if (!item) return null;
  item.line.amount += change(item.amount);
  return { reason: "amount_differs", cause, items: [item, item.line] };
}
