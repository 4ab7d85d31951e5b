import type { addWorkingDays, createRandom } from "./calendar.mjs";

/** Line of the bank's statement. Amounts are kobo, positive for money received. */
export type BankLine = { day: string; amount: number; narration: string; reference?: string };

/** Posting on the settlement float, or record of the provider. */
export type TrialItem = {
  kind: string;
  day: string;
  amount: number;
  reference: string;
  providerReference: string | null;
  narration: string;
  /** Reference of the provider's settlement that contains the payment. */
  settlement?: string | null;
  /** Recipient group of a remittance. The remittances of a group are paid in one sum. */
  group?: string;
  /** Reason that reconciliation has to find for an item with a planted fault. */
  finding?: string;
  /** Reference of a manual transfer ("movement") that was reversed; set on both of its postings. */
  pair?: string;
};

/** A planted fault: the reason and cause that reconciliation has to find, and the affected items. */
export type PlantedFault = { reason: string; cause?: string; items: (TrialItem | BankLine)[] };
/** Generated data of a trial run. `expected`: items that are not due yet, so they are no exceptions. */
export type Trial = {
  ledger: TrialItem[];
  provider: TrialItem[];
  bank: BankLine[];
  faults: PlantedFault[];
  expected: Set<object>;
};

/** Data shared by the steps that generate a trial. `dayOf`: day by index; `lines`: the bank's line that pays an item. */
export type TrialContext = {
  trial: Trial;
  random: ReturnType<typeof createRandom>;
  dayOf: (index: number) => string;
  days: number;
  today: string;
  addWorkingDays: typeof addWorkingDays;
  lines: Map<TrialItem, BankLine>;
};

type Take = (
  side: "ledger" | "provider",
  kind: string,
  condition?: (item: TrialItem) => boolean,
  wait?: number,
) => TrialItem | null;

/** Argument of a `FaultPlanter`. `round`: number of faults of its kind that were planted before. */
export type FaultContext = TrialContext & {
  /** Returns an item that no other fault uses and that meets `condition`. With `wait`, its day is more than `wait` working days ago. */
  take: Take;
  /** Returns an item that no other fault uses and that the bank has paid, with the bank's line. */
  takePaid: (
    kind: string,
    condition: (item: TrialItem, line: BankLine) => boolean,
    wait?: number,
  ) => { item: TrialItem; line: BankLine } | null;
  /** Returns the provider's record of the payment in a posting. */
  recordOf: (posting: TrialItem) => TrialItem;
  lineOfSettlement: (settlement: TrialItem) => BankLine;
  /** References of payments with a remittance. */
  remitted: ReadonlySet<string>;
  round: number;
};
/** Changes the trial's data so that one item has a fault. Returns null if no suitable item is left. */
export type FaultPlanter = (context: FaultContext) => PlantedFault | null;
