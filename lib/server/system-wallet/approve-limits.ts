import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { day } from "@/lib/contract/common";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { tierLimits } from "@/lib/server/db/schema/ledger";
import { readLimitsOfTier, TODAY_IN_LAGOS, tierLimitTexts, tierOfRecordId } from "./read-limits";

const payload = z.object({ daily_debit: z.int().min(0), balance: z.int().min(0).nullable(), starts_on: day });

/**
 * Saves approved limits of a tier. If their first day has passed, they start today. They replace stored limits that start on the same day.
 */
export const approveTierLimits: ApprovalHandler = {
  async approve(tx, approval) {
    const tier = tierOfRecordId(approval.recordId);
    const { daily_debit: dailyDebit, balance, starts_on } = payload.parse(approval.payload);
    const { now } = await readLimitsOfTier(tx, tier);
    const values = { dailyDebit, balance };
    const [insertedLimits] = await tx
      .insert(tierLimits)
      .values({ tier, startsOn: sql`greatest(${starts_on}::date, ${TODAY_IN_LAGOS})`, ...values })
      .onConflictDoUpdate({ target: [tierLimits.tier, tierLimits.startsOn], set: values })
      .returning();
    if (!insertedLimits) throw new Error("No limits were added.");
    const limitsText = tierLimitTexts({ daily_debit: dailyDebit, balance });
    return { before: tierLimitTexts(now), after: { ...limitsText, starts_on: insertedLimits.startsOn } };
  },
};
