import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { transactionCalls as contract, PaymentMethod, PaymentMethodDetails } from "@/lib/contract/transaction";
import { PAYMENT_PROVIDERS, type ProviderName, SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { env, simulatesPaymentProvider } from "@/lib/env";
import { formatMoney } from "@/lib/format";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { lockExpectedVersion, updateVersionedRecord } from "@/lib/server/records/version";

type CallInput<C extends "createMethod" | "updateMethod" | "deleteMethod"> = InputOf<(typeof contract)[C]>;
type MethodRecord = typeof paymentMethods.$inferSelect;

const DAY_AGO = sql.raw("now() - interval '24 hours'");
// Raw SQL, because Drizzle omits the table's name in a query of one table, and the subquery also has a column `id`.
const METHOD_ID = sql.raw("payment_methods.id");
// Reads the refunds of one day by an index. Checking the type of every payment would read the whole table.
const RECENT_REFUNDS = sql`select r.id from transactions r where r.type = 'refund' and r.created_at > ${DAY_AGO}`;
const RECENT_SETTLED = sql`transactions t where t.method_id = ${METHOD_ID} and t.created_at > ${DAY_AGO}
  and t.state not in ('pending', 'processing') and t.id not in (${RECENT_REFUNDS})`;
const settledSql = sql.raw(`'${SETTLED_TRANSACTION_STATES.join("','")}'`);

const selectMethods = (db: Queryable) =>
  db
    .select({
      method: paymentMethods,
      isUsed: sql<boolean>`exists (select 1 from transactions t where t.method_id = ${METHOD_ID})`,
      rate: sql<number | null>`(select (count(*) filter (where t.state in (${settledSql})))::float / nullif(count(*), 0)
        from ${RECENT_SETTLED})`,
      decided: sql<number>`(select count(*)::int from ${RECENT_SETTLED})`,
    })
    .from(paymentMethods)
    .$dynamic();

/** Returns all payment methods for admins, by position in the app. */
export async function listPaymentMethods(db: Queryable): Promise<PaymentMethod[]> {
  const rows = await selectMethods(db).orderBy(asc(paymentMethods.position), asc(paymentMethods.name));
  return rows.map(toMethod);
}

/** Returns one method with its history. @throws 404 */
export async function readPaymentMethodDetails(db: Queryable, id: string): Promise<PaymentMethodDetails> {
  return { ...(await readMethod(db, id)), timeline: await readRecordTimeline(db, "payment_method", id) };
}

async function readMethod(db: Queryable, id: string): Promise<PaymentMethod> {
  const [row] = await selectMethods(db).where(eq(paymentMethods.id, id));
  if (!row) throw refuse.notFound("payment method");
  return toMethod(row);
}

const toMethod = ({
  method,
  isUsed,
  rate,
  decided,
}: Awaited<ReturnType<typeof selectMethods>>[number]): PaymentMethod => ({
  id: method.id,
  code: method.code,
  name: method.name,
  channel: method.channel,
  provider: method.provider,
  min_amount: method.minAmount,
  max_amount: method.maxAmount,
  fee: { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap },
  position: method.position,
  enabled: method.enabled,
  is_used: isUsed,
  success_rate: rate,
  payments_24h: decided,
  version: method.version,
});

const methodColumns = (input: Omit<CallInput<"updateMethod">, "methodId" | "version">) => ({
  name: input.name,
  channel: input.channel,
  provider: input.provider,
  minAmount: input.min_amount,
  maxAmount: input.max_amount,
  feeFlat: input.fee_flat,
  feeBasisPoints: input.fee_basis_points,
  feeCap: input.fee_cap,
  position: input.position,
  enabled: input.enabled,
});

const methodRecord = ({ id, name }: MethodRecord) => ({ type: "payment_method" as const, id, name });
/** Returns a method's values for the audit trail, named as in its form. */
export const paymentMethodAuditValues = (method: Omit<MethodRecord, "id" | "code" | "version">) => ({
  name: method.name,
  channel: method.channel,
  provider: method.provider,
  minimum: formatMoney(method.minAmount),
  maximum: formatMoney(method.maxAmount),
  flat_fee: formatMoney(method.feeFlat),
  percent_fee: `${method.feeBasisPoints / 100}%`,
  fee_cap: method.feeCap === null ? null : formatMoney(method.feeCap),
  display_order: method.position,
  enabled: method.enabled,
});

/** Returns the available providers: Paystack only with its key, the simulated one only if enabled. */
export const offeredPaymentProviders = (): ProviderName[] =>
  PAYMENT_PROVIDERS.filter((provider) => IS_OFFERED[provider]());

const IS_OFFERED: Record<ProviderName, () => boolean> = {
  paystack: () => env().paystackSecretKeys.length > 0,
  simulated: simulatesPaymentProvider,
  ledger: () => true,
};

const NOT_OFFERED: Record<ProviderName, string> = {
  paystack: "Paystack is not set up on this server. An operator has to set PAYSTACK_SECRET_KEY.",
  simulated: "The simulated provider moves no money. It is offered for demonstrations, with SIMULATED_PROVIDER=on.",
  ledger: "",
};

/** Rejects a provider that this server does not offer. @throws 400 */
function refuseNotOffered(provider: ProviderName): void {
  if (offeredPaymentProviders().includes(provider)) return;
  const message = NOT_OFFERED[provider];
  throw refuse.badInput(message, { provider: message });
}

/** Creates a payment method. @throws 400 for a provider that is not offered; 409 when the code is taken */
export async function createPaymentMethod({ db, audit }: HandlerContext, input: CallInput<"createMethod">) {
  refuseNotOffered(input.provider);
  const [created] = await db
    .insert(paymentMethods)
    .values({ id: uuid(), code: input.code, ...methodColumns(input) })
    .onConflictDoNothing()
    .returning();
  if (!created) throw refuse.conflict(`There is a payment method with the code ${input.code} already. Choose another.`);
  audit({ record: methodRecord(created), after: { code: created.code, ...paymentMethodAuditValues(created) } });
  return readMethod(db, created.id);
}

/**
 * Changes a method. A used method keeps its channel and provider, because reports and refunds of its payments depend on
 * them.
 * @throws 404; 409 with the current record if it has changed; 400 for another channel or provider of a used method, or
 * an unavailable provider
 */
export async function updatePaymentMethod({ tx, audit }: WriteContext, input: CallInput<"updateMethod">) {
  const before = await lockMethod(tx, input);
  if (input.provider !== before.provider) refuseNotOffered(input.provider);
  await refuseRerouting(tx, before, input);
  const updated = await updateVersionedRecord(tx, paymentMethods, before.id, { ...methodColumns(input) });
  audit({
    record: methodRecord(updated),
    before: paymentMethodAuditValues(before),
    after: paymentMethodAuditValues(updated),
  });
  return readMethod(tx, updated.id);
}

async function refuseRerouting(tx: Transaction, before: MethodRecord, input: CallInput<"updateMethod">) {
  const changedFields = (["channel", "provider"] as const).filter((key) => input[key] !== before[key]);
  if (changedFields.length === 0 || !(await readMethod(tx, before.id)).is_used) return;
  const message = `${before.name} was used, so its ${changedFields.join(" and ")} can't change: what was paid with it is reported and refunded that way. Make a new payment method and disable this one.`;
  throw refuse.badInput(message, Object.fromEntries(changedFields.map((key) => [key, message])));
}

/** Deletes a payment method. @throws 404; 409 with the current record if it has changed, or was used */
export async function deletePaymentMethod({ tx, audit }: WriteContext, input: CallInput<"deleteMethod">) {
  const before = await lockMethod(tx, input);
  const current = await readMethod(tx, before.id);
  if (current.is_used)
    throw refuse.conflict(
      `${before.name} was used for transactions, so it can't be deleted. Disable it instead.`,
      current,
    );
  await tx.delete(paymentMethods).where(eq(paymentMethods.id, before.id));
  audit({ record: methodRecord(before), before: { code: before.code, ...paymentMethodAuditValues(before) } });
  return { id: before.id };
}

const lockMethod = (tx: Transaction, { methodId: id, version }: CallInput<"deleteMethod">): Promise<MethodRecord> =>
  lockExpectedVersion(
    tx,
    paymentMethods,
    { id, version },
    { noun: "payment method", current: () => readMethod(tx, id) },
  );
