import type { addWorkingDays, createRandom } from "./calendar.mjs";

/** Line of the bank's statement. Amounts are kobo, positive for money received. */
export type BankLine = { day: string; amount: number; narration: string; reference?: string };

/** Posting on the settlement float, or record of the provider. */
export type Item = {
  kind: string;
  day: string;
  amount: number;
  reference: string;
  providerReference: string | null;
  narration: string;
  /** Reference of the settlement that contains the record. */
  settlement?: string | null;
  /** Remittances that are paid in one sum. */
  group?: string;
  finding?: string;
  /** Reference of a movement that was reversed, on both postings. */
  pair?: string;
};

export type Fault = { reason: string; cause?: string; items: (Item | BankLine)[] };
export type Trial = { ledger: Item[]; provider: Item[]; bank: BankLine[]; faults: Fault[]; expected: Set<object> };

/** What the steps of the generator share. `lines`: the bank's line that pays an item. */
export type Context = {
  trial: Trial;
  random: ReturnType<typeof createRandom>;
  dayOf: (index: number) => string;
  days: number;
  today: string;
  addWorkingDays: typeof addWorkingDays;
  lines: Map<Item, BankLine>;
};

type Take = (
  side: "ledger" | "provider",
  kind: string,
  condition?: (item: Item) => boolean,
  wait?: number,
) => Item | null;

/** What a planter of faults gets. */
export type FaultContext = Context & {
  /** Returns an unused item that meets the condition and is due after some working days. */
  take: Take;
  /** The same for an item with a line at the bank. */
  takePaid: (
    kind: string,
    condition: (item: Item, line: BankLine) => boolean,
    wait?: number,
  ) => { item: Item; line: BankLine } | null;
  /** Provider's record of a posting. */
  recordOf: (posting: Item) => Item;
  lineOfSettlement: (settlement: Item) => BankLine;
  /** References of payments with a remittance. */
  remitted: ReadonlySet<string>;
  round: number;
};
export type Planter = (context: FaultContext) => Fault | null;
