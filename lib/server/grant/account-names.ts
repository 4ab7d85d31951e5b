import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { ACCOUNT_NAME_MAX } from "@/lib/contract/grant.values";
import { type AccountNameResult, decisionInput } from "@/lib/contract/grant-applications";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { refuse } from "@/lib/server/api/errors";
import { areNamesEqual } from "@/lib/server/base/compare-names";
import { log } from "@/lib/server/base/log";
import { decrypt } from "@/lib/server/base/secret";
import type { Database, Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { paymentProviderOf } from "@/lib/server/transaction/provider";
import { ProviderRejection } from "@/lib/server/transaction/provider-errors";
import type { PaymentProvider } from "@/lib/server/transaction/provider-port";
import { findPayoutMethod } from "@/lib/server/transaction/require-method";

/** Results of looking up account names at the bank, by application id. Omits applications that are paid to a wallet. */
export type AccountNameByApplication = ReadonlyMap<string, AccountNameResult>;

/** Time limit in ms for looking up one account name. A slow provider must not block decisions. */
const NAME_LIMIT_MS = 5_000;
/** Maximum number of account names that are looked up concurrently. */
const CONCURRENCY = 10;

/** Looks up the account names at the bank before an approval, outside any transaction. Looks up nothing for other decisions. */
export async function prepareAccountNames(db: Database, input: unknown): Promise<AccountNameByApplication> {
  const { data } = decisionInput.safeParse(input);
  if (data?.decision !== "approve") return new Map();
  return readAccountNames(
    db,
    data.applications.map(({ id }) => id),
  );
}

/** Looks up the account name at the bank for an application's page. @throws 404 */
export async function accountNameOf(db: Queryable, applicationId: string): Promise<AccountNameResult> {
  const [found] = await db
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(eq(grantApplications.id, applicationId));
  if (!found) throw refuse.notFound("application");
  return (await readAccountNames(db, [applicationId])).get(applicationId) ?? NOT_ASKED;
}

const NOT_ASKED: AccountNameResult = { result: "not_known", name_at_bank: null, expected: "" };

/** Compares the account names in applications with the names at the bank. Stops the lookups once the provider is unavailable. */
async function readAccountNames(db: Queryable, ids: readonly string[]): Promise<AccountNameByApplication> {
  const accounts = await db
    .select({
      id: grantApplications.id,
      bankCode: grantApplications.bankCode,
      accountNumber: grantApplications.accountNumber,
      accountName: grantApplications.accountName,
    })
    .from(grantApplications)
    .where(and(inArray(grantApplications.id, [...ids]), eq(grantApplications.payoutKind, "bank")));
  const method = accounts.length ? await findPayoutMethod(db) : undefined;
  const provider = method ? paymentProviderOf(method.provider) : null;
  const names = new Map<string, AccountNameResult>();
  let isAvailable = true;
  for (let from = 0; from < accounts.length; from += CONCURRENCY)
    await Promise.all(
      accounts.slice(from, from + CONCURRENCY).map(async ({ id, bankCode, accountNumber, accountName }) => {
        const expected = accountName ?? "";
        if (!provider || !bankCode || !accountNumber) return names.set(id, { ...NOT_ASKED, expected });
        if (!isAvailable) return names.set(id, { ...NOT_ASKED, result: "not_checked", expected });
        const account = { bankCode, accountNumber: decrypt(accountNumber) };
        const outcome = await requestName(provider, account, expected);
        if (outcome.result === "not_checked") isAvailable = false;
        return names.set(id, outcome);
      }),
    );
  return names;
}

async function requestName(
  provider: PaymentProvider,
  account: { bankCode: string; accountNumber: string },
  expected: string,
): Promise<AccountNameResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time.")), NAME_LIMIT_MS);
  });
  try {
    const found = await Promise.race([provider.accountName(account), timeout]);
    // Cleans the bank's name by the rules of the input field that confirms it, so that both names can be compared.
    const name = found === null ? null : cleanPastedLine(found).slice(0, ACCOUNT_NAME_MAX).trim();
    if (name === null) return { result: "not_known", name_at_bank: null, expected };
    return { result: areNamesEqual(name, expected) ? "equal" : "differs", name_at_bank: name, expected };
  } catch (error) {
    if (error instanceof ProviderRejection) return { result: "no_account", name_at_bank: null, expected };
    log.warn({ err: error }, "a name at the bank could not be read before an approval");
    return { result: "not_checked", name_at_bank: null, expected };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns why an approval is refused because of the account's name; null if it is not refused. `confirmed`: name that the admin saw and
 * accepts, "" for an account that the bank does not know.
 */
export function accountNameRefusal(found: AccountNameResult | undefined, confirmed: string | undefined): string | null {
  if (!found || (found.result !== "differs" && found.result !== "no_account")) return null;
  if (confirmed === (found.name_at_bank ?? "")) return null;
  const problem = found.name_at_bank
    ? `The account is ${found.name_at_bank}'s at the bank, and ${found.expected} is expected.`
    : "The bank has no account with this number.";
  return `${problem} Open the application and confirm the account to approve it.`;
}

const AUDIT_TEXTS: Record<AccountNameResult["result"], string> = {
  equal: "as expected",
  differs: "differs, confirmed by the admin",
  no_account: "no such account, confirmed by the admin",
  not_known: "not known",
  not_checked: "not checked: the provider did not answer",
};

/**
 * Returns the result of comparing the account names for the audit row, without the names. Undefined for an application that is paid to a
 * wallet.
 */
export const accountNameAuditText = (found: AccountNameResult | undefined) => found && AUDIT_TEXTS[found.result];
