import "server-only";
import { eq } from "drizzle-orm";
import type { ApprovalRequestDetails } from "@/lib/contract/approvals";
import { maySeeApproval } from "@/lib/contract/approvals.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { approvalDetailsOf, changedApprovalDetails } from "./approval-facts";
import { balanceEffectsOf } from "./balance-effects";
import { readApprovalRow } from "./list";
import { APPROVAL_PREVIEWS } from "./previews-by-kind";

type Viewer = Pick<SignedInAdmin, "id" | "rights">;

const NO_PREVIEW = { effects: [], warnings: [], changes: [] };

/**
 * Returns one approval request. If it is pending, adds its effect on accounts (as far as the reader may see balances) and the
 * changes since the request.
 * @throws 404, also if the reader may not see it
 */
export async function readApprovalDetails(
  db: Queryable,
  approvalId: string,
  { rights }: Viewer,
): Promise<ApprovalRequestDetails> {
  const [approval] = await db.select().from(approvals).where(eq(approvals.id, approvalId));
  if (!approval || !maySeeApproval(approval.kind, rights)) throw refuse.notFound("request");
  const row = await readApprovalRow(db, approval.id);
  if (row.state !== "waiting") return { ...row, ...NO_PREVIEW };
  const moves = await APPROVAL_PREVIEWS[approval.kind].moves?.(db, approval);
  const { effects, warnings } = moves
    ? await balanceEffectsOf(db, moves, { kind: approval.kind, rights })
    : { effects: [], warnings: [] };
  const changes = changedApprovalDetails(approval.basis, await approvalDetailsOf(db, approval));
  return { ...row, effects, warnings, changes };
}
