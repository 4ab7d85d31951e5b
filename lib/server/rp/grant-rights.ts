import "server-only";
import { type AccessRight, type FeatureAccess, isFullAdministrator, isSensitive } from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { fullName, type SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { decidersOfApproval } from "@/lib/server/approvals/waiting-requests";
import { requireProofOfIdentity } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { recordAdminDependencies } from "./dependencies";
import { notifyOfNewFullAdmin, notifyOfSensitiveRights } from "./notify-admins";
import type { Admin } from "./read-admins";

type PlannedGrant = {
  kind: ApprovalKind;
  caller: SignedInAdmin;
  /** The caller's current rights. */
  own: readonly FeatureAccess[];
  /** Sensitive rights that the admin would gain. */
  given: readonly AccessRight[];
  /** True if the email address is outside INVITATION_DOMAINS. */
  isOutside?: boolean;
};

/**
 * Returns what a change of rights needs (docs/rules.md, Access): nothing, another admin's approval, or the setup key if
 * nobody else can approve it.
 * @throws 403 PROOF_NEEDED without a recent proof of identity; 403 if nobody else can approve it and the caller is not
 * a full administrator, because only these may use the key
 */
export async function requiredApproval(
  tx: Transaction,
  { kind, caller, own, given, isOutside = false }: PlannedGrant,
): Promise<"nothing" | "approval" | "key"> {
  if (!given.length && !isOutside) return "nothing";
  requireProofOfIdentity(caller);
  const { approvers } = await decidersOfApproval(tx, { kind, furtherRights: given, requestedBy: caller.id });
  if (approvers.length) return "approval";
  if (isFullAdministrator(own)) return "key";
  throw refuse.forbidden(
    "Nobody can approve this at the moment: it needs another admin who has these rights and “approve” in Roles & Permissions, and who is independent of you. Ask a full administrator.",
  );
}

type GrantedRights = {
  /** The admins who gained rights. */
  people: readonly Admin[];
  /** All sensitive rights of the assigned roles, including those that an admin already had by another role. */
  rights: readonly AccessRight[];
  /** True if at least one of the rights is new for at least one of the people. */
  isNew: boolean;
  /** The admin who assigned or requested the rights, or who added them to the role. */
  by: { id: string; firstName: string; lastName: string };
  approvedBy?: string;
  byKey?: boolean;
  makesFull?: boolean;
};

/** Records on which accounts people with new sensitive rights depend. Mails the full administrators. */
export async function recordGrantedRights(tx: Transaction, given: GrantedRights): Promise<void> {
  const { people, rights, isNew, by, approvedBy, byKey = false, makesFull = false } = given;
  const sensitive = rights.filter(isSensitive);
  if (!sensitive.length) return;
  await recordAdminDependencies(
    tx,
    // Skips the approver, who already had these rights.
    people.flatMap(({ id }) =>
      id === approvedBy ? [] : [{ adminId: id, on: by.id, reason: "granted" as const, rights: sensitive, byKey }],
    ),
  );
  if (!isNew) return;
  const [admin] = people;
  if (byKey && makesFull && admin)
    return notifyOfNewFullAdmin(tx, { by: fullName(by), name: fullName(admin), status: admin.status });
  await notifyOfSensitiveRights(tx, { by: fullName(by), approvedBy, byKey, people, rights: sensitive });
}
