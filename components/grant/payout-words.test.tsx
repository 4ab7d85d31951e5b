import { expect, it } from "vitest";
import type { ProgrammeRow } from "@/lib/contract/grant";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { describePayoutBatchSums } from "./batch-balance";
import { describeNewPayout } from "./payout-new-dialog";
import { describePayoutDestination, payoutBatchNextStepOf } from "./payout-words";

const NO_ROWS = { rows: 0, amount: 0 };
const makeBatch = (overrides: Partial<PayoutBatchDetails>) =>
  ({
    state: "done",
    rows: 3,
    changed: 0,
    failed: NO_ROWS,
    sent: NO_ROWS,
    paid: { rows: 3, amount: 300_000 },
    ...overrides,
  }) as PayoutBatchDetails;

it("describes the next step of a payout batch in each state", () => {
  expect(payoutBatchNextStepOf(makeBatch({ state: "draft", rows: 0 })).text).toBe(
    "Cancel this payout and create another one.",
  );
  expect(payoutBatchNextStepOf(makeBatch({ state: "draft" })).text).toBe(
    "Next: send it for approval. Another admin approves it.",
  );
  expect(payoutBatchNextStepOf(makeBatch({})).text).toBe("3 grants paid, ₦3,000.00 in all.");
  expect(payoutBatchNextStepOf(makeBatch({ failed: { rows: 1, amount: 1 } })).title).toBe("1 row failed");
  // Rows that are already paid are not retried.
  expect(payoutBatchNextStepOf(makeBatch({ failed: { rows: 1, amount: 1 } })).text).toMatch(
    /Retry those whose problem is resolved\.$/,
  );
  expect(payoutBatchNextStepOf(makeBatch({ state: "rejected" })).text).toContain("can be added to another payout");
});

it("shows the difference between a payout batch's sums in kobo once the payment has ended", () => {
  const unbalanced = { is_balanced: false, ledger: 299_999, provider: 0 };
  expect(describePayoutBatchSums(makeBatch({ is_balanced: true }))).toBe("Balanced to the kobo");
  expect(describePayoutBatchSums(makeBatch(unbalanced))).toBe(
    "Not balanced: the ledger has ₦0.01 less than the paid rows.",
  );
  expect(describePayoutBatchSums(makeBatch({ ...unbalanced, ledger: 300_100 }))).toContain("₦1.00 more");
  expect(describePayoutBatchSums(makeBatch({ ...unbalanced, ledger: 300_000, provider: 5_000 }))).toContain(
    "the ₦50.00 that the provider",
  );
  expect(describePayoutBatchSums(makeBatch({ ...unbalanced, state: "paying" }))).toBe(
    "Compared again when the payment is over",
  );
});

it("describes a payout's bank account by its last four digits", () => {
  const account = { bank: "Zenith", account_name: "Ada", account_last4: "1234" };
  expect(describePayoutDestination({ kind: "bank", ...account })).toBe("Zenith •• 1234");
  expect(describePayoutDestination({ kind: "wallet", bank: null, account_name: null, account_last4: null })).toBe(
    "Wallet",
  );
});

it("describes what a new payout batch will contain, with the amount if known", () => {
  const programme = (award_kind: "fixed" | "up_to") =>
    ({ award_kind, amount: 100_000, applications: { approved: 3 } }) as ProgrammeRow;
  const unpaid = (amounts: number[], total: number) => ({
    items: amounts.map((amount) => ({ amount })),
    total,
    totalIsCapped: false,
  });
  expect(describeNewPayout(programme("fixed"), unpaid([], 0))).toContain("in a payout already");
  expect(describeNewPayout(programme("fixed"), unpaid([100_000], 300))).toBe("300 applications, ₦300,000.00.");
  expect(describeNewPayout(programme("up_to"), unpaid([5_000], 1))).toBe("1 application, ₦50.00.");
  expect(describeNewPayout(programme("up_to"), unpaid([5_000], 300))).toBe(
    "300 applications. The draft shows the amount.",
  );
});
