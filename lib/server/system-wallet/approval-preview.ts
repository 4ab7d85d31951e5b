import "server-only";
import { eq } from "drizzle-orm";
import { formatMoney, titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Basis, Preview } from "@/lib/server/approvals/approval-preview";
import type { Queryable } from "@/lib/server/db/client";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { reversalOf } from "@/lib/server/ledger/reverse";
import { aboutOf } from "./clear-suspense";
import { effectsOf, withWalletsTogether } from "./read-accounts";
import { limitsInWords, readLimitsOf, tierOfId } from "./read-limits";
import { suspenseFor } from "./read-suspense";

/** Shows an approver the postings of a movement; for a reversal, those that reverse its entry. */
export const movementPreview: Preview = {
  async moves(db, { recordId }) {
    const effects = await effectsOf(db, await movementOf(db, recordId));
    return withWalletsTogether(effects.map(({ accountId, amount }) => ({ accountId, amount })));
  },
  async basis(db, { recordId }): Promise<Basis> {
    const movement = await movementOf(db, recordId);
    const about = await aboutOf(db, movement);
    const entryId = movement.reversesEntryId;
    return {
      ...(entryId && { "The entry": (await reversalOf(db, entryId)) ? "reversed" : "not reversed" }),
      ...(about && {
        [`State of ${about.reference}`]: titleCase(about.state),
        [`Refunded of ${about.reference}`]: formatMoney(about.refundedAmount),
        [`On suspense for ${about.reference}`]: formatMoney((await suspenseFor(db, about.id)).balance),
        [`Account of ${about.user.name}`]: about.user.status,
      }),
    };
  },
};

/** Shows an approver the current limits of a tier. New limits move no money. */
export const limitsPreview: Preview = {
  async basis(db, { recordId }) {
    const { daily_limit, highest_balance } = limitsInWords((await readLimitsOf(db, tierOfId(recordId))).now);
    return { "Daily limit in force": daily_limit, "Highest balance in force": highest_balance };
  },
};

async function movementOf(db: Queryable, id: string) {
  const [movement] = await db.select().from(walletMovements).where(eq(walletMovements.id, id));
  if (!movement) throw refuse.notFound("movement");
  return movement;
}
