// @ts-check
import { addDays } from "./calendar.mjs";
import { DUE_AFTER, MOVEMENT_PLANTERS, OTHER_PLANTERS, removeFrom } from "./rare-faults.mjs";

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
  // Movements, remittances and settlements are few, so their faults are planted at least once and otherwise more rarely.
  const plantRare = (/** @type {any} */ plant, /** @type {number} */ round) => {
    const fault = plant({ ...context, take, round });
    if (fault) trial.faults.push(fault);
    else if (round === 0) throw new Error(`The trial is too small for the fault of ${plant.name}.`);
  };
  for (const plant of OTHER_PLANTERS) plantRare(plant, 0);
  for (let round = 0; round <= Math.floor(count / 150); round++)
    for (const plant of MOVEMENT_PLANTERS) plantRare(plant, round);
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
