import "server-only";
import { and, eq } from "drizzle-orm";
import type { OwnApplication } from "@/lib/contract/grant.app";
import type { ApplicationState } from "@/lib/contract/grant.values";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { waitsForReply } from "./application-rows";

const AWARDED_STATES: readonly ApplicationState[] = ["approved", "disbursed", "payment_failed"];

/** Returns an application as the citizen app shows it, without scores, flags and reviewers. @throws 404 */
export async function readOwnApplication(db: Queryable, applicationId: string): Promise<OwnApplication> {
  const [found] = await db
    .select({ application: grantApplications, programme: { id: grantProgrammes.id, name: grantProgrammes.name } })
    .from(grantApplications)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .where(eq(grantApplications.id, applicationId));
  if (!found) throw refuse.notFound("application");
  const { application, programme } = found;
  const { id, reference, state, amount, amountAsked, question, reason, submittedAt } = application;
  return {
    id,
    reference,
    programme,
    state,
    amount_asked: amountAsked,
    amount: AWARDED_STATES.includes(state) ? amount : null,
    question: waitsForReply(application) ? question : null,
    reason: state === "rejected" ? reason : null,
    submitted_at: submittedAt.toISOString(),
  };
}

type OwnApplicationRef = { programmeId: string; applicationId: string; user_id: string };

/** Returns a citizen's own application. @throws 404, also for another citizen's application; 409 for a closed account */
export async function readApplicationForApp(
  { db, citizen }: HandlerContext,
  { programmeId, applicationId, user_id }: OwnApplicationRef,
): Promise<OwnApplication> {
  const user = await citizen(user_id);
  const [owned] = await db
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(
      and(
        eq(grantApplications.id, applicationId),
        eq(grantApplications.programmeId, programmeId),
        eq(grantApplications.userId, user.id),
      ),
    );
  if (!owned) throw refuse.notFound("application");
  return readOwnApplication(db, owned.id);
}
