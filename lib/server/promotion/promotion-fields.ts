import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { promotionFields } from "@/lib/contract/promotion";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { promotionGroups, type promotions } from "@/lib/server/db/schema/promotion";
import { userGroups } from "@/lib/server/db/schema/user";
import type { PromotionRecord } from "./record";
import { readPromotionGroups } from "./single";

/** Fields of the promotion form. */
export type PromotionFields = z.output<typeof promotionFields>;

/** Builds a 400 refusal with the message at one form field. */
export const fieldRefusal = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/** Converts the fields of the promotion form to database columns. */
export const promotionColumns = (input: PromotionFields) =>
  ({
    name: input.name.trim(),
    description: input.description.trim(),
    trigger: input.trigger,
    kind: input.kind,
    basisPoints: input.basis_points,
    flatAmount: input.flat_amount,
    cap: input.cap,
    minimum: input.minimum,
    types: input.types,
    channels: input.channels,
    firstPaymentOnly: input.first_payment_only,
    usesTotal: input.uses_total,
    usesPerUser: input.uses_per_user,
    usesPerCode: input.uses_per_code,
    budget: input.budget,
    startsAt: input.starts_at === null ? null : new Date(input.starts_at),
    endsAt: input.ends_at === null ? null : new Date(input.ends_at),
  }) satisfies Partial<typeof promotions.$inferInsert>;

/** Stores the groups to which a promotion is limited, and locks them. @throws 400 with `group_ids` if a group does not exist */
export async function setPromotionGroups(
  tx: Transaction,
  promotionId: string,
  groupIds: readonly string[],
): Promise<void> {
  const existingGroups = groupIds.length
    ? await tx
        .select({ id: userGroups.id })
        .from(userGroups)
        .where(inArray(userGroups.id, [...groupIds]))
        .for("key share")
    : [];
  if (existingGroups.length < groupIds.length)
    throw fieldRefusal("group_ids", "A group does not exist any more. Choose others, or none for everybody.");
  await tx.delete(promotionGroups).where(eq(promotionGroups.promotionId, promotionId));
  if (groupIds.length) await tx.insert(promotionGroups).values(groupIds.map((groupId) => ({ promotionId, groupId })));
}

const moneyText = (kobo: number | null) => (kobo === null ? null : formatMoney(kobo));

/** Returns the fields of a promotion under the names used in the audit trail, with formatted amounts and percentages. */
export async function promotionAuditFieldsOf(tx: Transaction, promotion: PromotionRecord) {
  const groups = await readPromotionGroups(tx, promotion.id);
  return {
    name: promotion.name,
    description: promotion.description || null,
    trigger: promotion.trigger,
    kind: promotion.kind,
    percentage: promotion.basisPoints === null ? null : `${promotion.basisPoints / 100}%`,
    flat_amount: moneyText(promotion.flatAmount),
    cap: moneyText(promotion.cap),
    minimum: moneyText(promotion.minimum),
    types: promotion.types.join(", ") || null,
    channels: promotion.channels.join(", ") || null,
    groups: groups.map(({ name }) => name).join(", ") || null,
    first_payment_only: promotion.firstPaymentOnly,
    uses_total: promotion.usesTotal,
    uses_per_user: promotion.usesPerUser,
    uses_per_code: promotion.usesPerCode,
    budget: moneyText(promotion.budget),
    starts_at: promotion.startsAt?.toISOString() ?? null,
    ends_at: promotion.endsAt?.toISOString() ?? null,
  };
}
