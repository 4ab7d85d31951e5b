import "server-only";
import { type FeatureAccess, type Grant, isFull, isSensitive } from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { fullName, type SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { decidersOf } from "@/lib/server/approvals/awaiting";
import { requireProof } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { noteDependencies } from "./dependencies";
import type { Admin } from "./read-admins";
import { tellOfNewFull, tellOfSensitiveRights } from "./tell-admins";

type Asked = {
  kind: ApprovalKind;
  caller: SignedInAdmin;
  /** The caller's rights at this moment. */
  own: readonly FeatureAccess[];
  /** Sensitive rights that somebody would get and doesn't have. */
  given: readonly Grant[];
  /** An address outside the domains that may be invited. */
  isOutside?: boolean;
};

/**
 * What a change of rights takes (docs/rules.md, Access): nothing, the approval of another admin, or the setup key where nobody else
 * can approve it.
 * @throws 403 PROOF_NEEDED unless the caller has proved who they are; 403 where nobody else can approve it and the caller is no full administrator: the key is theirs alone
 */
export async function whatItTakes(
  tx: Transaction,
  { kind, caller, own, given, isOutside = false }: Asked,
): Promise<"nothing" | "approval" | "key"> {
  if (!given.length && !isOutside) return "nothing";
  requireProof(caller);
  const { approvers } = await decidersOf(tx, { kind, furtherRights: given, requestedBy: caller.id });
  if (approvers.length) return "approval";
  if (isFull(own)) return "key";
  throw refuse.forbidden(
    "Nobody can approve this at the moment: it takes another admin who has these rights and “approve” in Roles & Permissions, and who is independent of you. Ask a full administrator.",
  );
}

type Given = {
  /** Who has more rights now. */
  people: readonly Admin[];
  /** All sensitive rights of the roles that were given, also those that somebody had before by another role. */
  rights: readonly Grant[];
  /** Whether one of the people had one of the rights not before. */
  isNew: boolean;
  /** Who gave, asked for or widened it. */
  by: { id: string; firstName: string; lastName: string };
  approvedBy?: string;
  byKey?: boolean;
  makesFull?: boolean;
};

/** Notes on whom people depend who were given sensitive rights, and tells the full administrators by mail. */
export async function noteGiven(tx: Transaction, given: Given): Promise<void> {
  const { people, rights, isNew, by, approvedBy, byKey = false, makesFull = false } = given;
  const sensitive = rights.filter(isSensitive);
  if (!sensitive.length) return;
  await noteDependencies(
    tx,
    // Who approved it had the rights before.
    people.flatMap(({ id }) =>
      id === approvedBy ? [] : [{ adminId: id, on: by.id, reason: "granted" as const, rights: sensitive, byKey }],
    ),
  );
  if (!isNew) return;
  const [whom] = people;
  if (byKey && makesFull && whom)
    return tellOfNewFull(tx, { by: fullName(by), whom: fullName(whom), status: whom.status });
  await tellOfSensitiveRights(tx, { by: fullName(by), approvedBy, byKey, people, rights: sensitive });
}
