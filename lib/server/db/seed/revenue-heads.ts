import "server-only";
import { nubanCheckDigit } from "@/lib/contract/nuban.values";
import type { Transaction } from "@/lib/server/db/client";
import { revenueHeads, taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { headAuditFields, headRecordRef } from "@/lib/server/revenue-heads/record";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import { inChunks } from "./ledger";
import { assertDefined, seedId } from "./random";
import type { DemoPaymentRows } from "./transactions";

const [INTERNAL_REVENUE, LANDS, COMMERCE, TRANSPORT, ENVIRONMENT, LOCAL_GOVERNMENT] = [
  "Internal Revenue Service",
  "Ministry of Lands and Urban Development",
  "Ministry of Commerce and Industry",
  "Ministry of Transport and Marine Services",
  "Ministry of Environment",
  "Ministry of Local Government Affairs",
] as const;

type DemoHead = { code: string; name: string; ministry: string; bank?: readonly [code: string, name: string] };

/** Revenue heads of the demo data. The last head has no bank account, so that reconciliation has such a fault to report. */
const DEMO_HEADS: readonly DemoHead[] = [
  { code: "12010101", name: "Personal Income Tax (PAYE)", ministry: INTERNAL_REVENUE, bank: ["057", "Zenith Bank"] },
  { code: "12010103", name: "Direct Assessment", ministry: INTERNAL_REVENUE, bank: ["057", "Zenith Bank"] },
  { code: "12010205", name: "Land Use Charge", ministry: LANDS, bank: ["011", "First Bank of Nigeria"] },
  { code: "12020117", name: "Business Premises", ministry: COMMERCE, bank: ["033", "United Bank for Africa"] },
  { code: "12020132", name: "Motor Vehicle Licence", ministry: TRANSPORT, bank: ["058", "Guaranty Trust Bank"] },
  { code: "12020448", name: "Market Tolls", ministry: LOCAL_GOVERNMENT, bank: ["044", "Access Bank"] },
  { code: "12020453", name: "Waste Management Fees", ministry: ENVIRONMENT, bank: ["214", "First City Monument Bank"] },
  { code: "12020609", name: "Signage and Advertisement Fees", ministry: LANDS },
];
const CODE_WITHOUT_ACCOUNT = "12020609";

const FIRST_DAY = "2024-01-01";

/** Returns a fake account number whose check digit fits the bank. */
function demoAccount(bankCode: string, index: number): string {
  const serial = `000${index}01900`.padStart(9, "0").slice(-9);
  return `${serial}${nubanCheckDigit(`000${bankCode}`, serial)}`;
}

const demoHeadRow = ({ code, name, ministry, bank }: DemoHead, index: number) => ({
  ...{ id: seedId("revenue head", index), code, name, ministry, startsOn: FIRST_DAY, isActive: true },
  bankName: bank?.[1] ?? null,
  accountNumber: bank ? demoAccount(bank[0], index + 1) : null,
});

/** Codes of the revenue heads that fit tax payments with these descriptions. */
const CODES_BY_DESCRIPTION: Record<string, readonly string[]> = {
  "Market stall levy": ["12020448", "12020453"],
  "Tenement rate": ["12010205"],
  "Business premises levy": ["12020117", "12020609", "12010103"],
  "Vehicle licence": ["12020132"],
};
/** One in this many tax payments has no revenue head, as if an old version of the app had sent the payment. */
const PAYMENTS_PER_MISSING_HEAD = 40;
/** Only payments younger than this have no revenue head, or a head without account, so that the demo's first days can be closed. */
const FAULTY_FOR_MS = 7 * DAY_MS;

type Payer = { id: string; lga: (typeof taxPayments.$inferInsert)["lga"] };

/** Inserts the revenue heads, and assigns one to each payment of a tax or levy. @returns number of revenue heads */
export async function loadRevenueHeads(
  tx: Transaction,
  clock: SeedClock,
  { rows }: Pick<DemoPaymentRows, "rows">,
  people: readonly Payer[],
): Promise<number> {
  const heads = DEMO_HEADS.map(demoHeadRow);
  await tx.insert(revenueHeads).values(heads.map((head) => ({ ...head, createdAt: clock.ago(130 * DAY_MS) })));
  const headIds = new Map(heads.map(({ code, id }) => [code, id]));
  const lgas = new Map(people.map(({ id, lga }) => [id, lga]));
  const taxes = rows.filter(({ type }) => type === "tax_and_levy");
  const values = taxes.flatMap(({ id, userId, description, createdAt }, index) => {
    const isFaulty = createdAt > clock.ago(FAULTY_FOR_MS);
    const codes = CODES_BY_DESCRIPTION[description]?.filter((code) => isFaulty || code !== CODE_WITHOUT_ACCOUNT);
    if (!codes || (isFaulty && index % PAYMENTS_PER_MISSING_HEAD === PAYMENTS_PER_MISSING_HEAD - 1)) return [];
    const code = assertDefined(codes[index % codes.length]);
    return [{ transactionId: id, revenueHeadId: assertDefined(headIds.get(code)), lga: lgas.get(userId) ?? null }];
  });
  for (const chunk of inChunks(values)) await tx.insert(taxPayments).values([...chunk]);
  return heads.length;
}

/** Builds the audit rows of the demo revenue heads. */
export const revenueHeadActions = (clock: SeedClock): DemoAuditAction[] =>
  DEMO_HEADS.map(demoHeadRow).map((head, index) => ({
    at: clock.ago(130 * DAY_MS - index * HOUR_MS),
    action: "revenueHeads.create",
    record: headRecordRef(head),
    adminId: demoAdminId("finance"),
    before: null,
    after: headAuditFields(head),
  }));
