import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { broadcastCreation, broadcastUpdate } from "@/lib/contract/app-config-broadcasts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { images } from "@/lib/server/db/schema/content-entries";
import { languages } from "@/lib/server/db/schema/languages";
import { userGroups } from "@/lib/server/db/schema/user";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { audienceDescriber } from "./count-audience";
import { describeDestination } from "./destination";
import { readBroadcastDetails } from "./list-broadcasts";
import { BROADCAST_RECORD_TYPE, type BroadcastRecord, broadcastRecordRef, lockBroadcast } from "./record";

type BroadcastFields = z.output<typeof broadcastCreation>;

/** Creates a broadcast. @throws 400 for a picture, group or language that does not exist */
export async function createBroadcast({ tx, admin, audit }: WriteContext, input: BroadcastFields) {
  await refuseUnknownIds(tx, input);
  const [created] = await tx
    .insert(broadcasts)
    .values({ id: uuid(), ...broadcastColumns(input), createdBy: admin.id })
    .returning();
  if (!created) throw new Error("No notification was created.");
  audit({ record: broadcastRecordRef(created), after: await auditFieldsOf(tx, created) });
  return readBroadcastDetails(tx, created.id);
}

/** Saves a broadcast's draft. @throws 404; 400 as on creation; 409 with the current broadcast if it has changed or is no longer a draft */
export async function saveBroadcast({ tx, audit }: WriteContext, input: z.output<typeof broadcastUpdate>) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  await refuseUnlessDraft(tx, broadcast, input.version);
  await refuseUnknownIds(tx, input);
  const before = await auditFieldsOf(tx, broadcast);
  const changed = await updateVersionedRecord(tx, broadcasts, broadcast.id, {
    ...broadcastColumns(input),
    note: null,
    approved: false,
    approvedPeople: null,
    updatedAt: sql`now()`,
  });
  audit({ record: broadcastRecordRef(changed), before, after: await auditFieldsOf(tx, changed) });
  return readBroadcastDetails(tx, changed.id);
}

/** Deletes a broadcast's draft. @throws 404; 409 if it has changed, or was scheduled or sent and therefore must be kept */
export async function deleteBroadcast(
  { tx, audit }: WriteContext,
  { broadcastId, version }: { broadcastId: string; version: number },
) {
  const broadcast = await lockBroadcast(tx, broadcastId);
  await refuseUnlessDraft(tx, broadcast, version);
  await tx.delete(broadcasts).where(eq(broadcasts.id, broadcastId));
  audit({ record: broadcastRecordRef(broadcast), before: await auditFieldsOf(tx, broadcast) });
  return { id: broadcastId };
}

/** Rejects a broadcast that is not an unchanged draft. @throws 409 with the current broadcast and a message for its state */
export async function refuseUnlessDraft(tx: Transaction, broadcast: BroadcastRecord, version: number): Promise<void> {
  const current = () => readBroadcastDetails(tx, broadcast.id);
  await refuseWhileChangeWaits(tx, BROADCAST_RECORD_TYPE, broadcast.id, current);
  if (broadcast.state !== "draft") throw refuse.conflict(NOT_A_DRAFT_MESSAGES[broadcast.state], await current());
  await rejectStaleBroadcast(tx, broadcast, version);
}

const NOT_A_DRAFT_MESSAGES = {
  awaiting_approval: "This notification awaits approval. Have it decided or withdrawn first.",
  scheduled: "This notification is scheduled. Cancel that first, and it becomes a draft again.",
  sending: "This notification is being sent, so it can't be changed any more.",
  paused: "This notification was sent in part, so it can't be changed any more.",
  sent: "This notification was sent, so it can't be changed any more.",
  cancelled: "This notification was cancelled after a part was sent, so it can't be changed any more.",
} satisfies Record<Exclude<BroadcastRecord["state"], "draft">, string>;

/** Rejects an outdated version of a broadcast. @throws 409 with the current broadcast */
export const rejectStaleBroadcast = (tx: Transaction, broadcast: BroadcastRecord, version: number): Promise<void> =>
  rejectStaleVersion("notification", broadcast, version, () => readBroadcastDetails(tx, broadcast.id));

const broadcastColumns = (input: BroadcastFields) => ({
  title: input.title.trim(),
  text: input.text.trim(),
  imageId: input.image_id,
  destination: input.destination,
  audience: input.audience,
  mailWithoutDevice: input.mail_without_device,
});

async function refuseUnknownIds(tx: Transaction, { image_id, audience }: BroadcastFields): Promise<void> {
  if (image_id && !(await findExistingIds(tx, images.id, [image_id])).size) {
    const message = "This picture does not exist any more. Upload it again.";
    throw refuse.badInput(message, { image_id: message });
  }
  const choice =
    audience.kind === "groups"
      ? { ids: audience.group_ids, column: userGroups.id, field: "audience.group_ids", what: "group" }
      : audience.kind === "languages" && {
          ids: audience.languages,
          column: languages.code,
          field: "audience.languages",
          what: "language",
        };
  if (!choice) return;
  const foundIds = await findExistingIds(tx, choice.column, choice.ids);
  if (choice.ids.every((each) => foundIds.has(each))) return;
  const message = `A ${choice.what} that you chose does not exist any more. Choose again.`;
  throw refuse.badInput(message, { [choice.field]: message });
}

type IdColumn = typeof images.id | typeof userGroups.id | typeof languages.code;

async function findExistingIds(tx: Transaction, column: IdColumn, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .select({ id: sql<string>`${column}` })
    .from(column.table)
    .where(inArray(column, [...ids]))
    .for("key share");
  return new Set(found.map(({ id }) => id));
}

/** Returns the fields of a broadcast's draft for its audit row. */
async function auditFieldsOf(db: Queryable, broadcast: BroadcastRecord): Promise<AuditEntry["after"]> {
  const toText = await audienceDescriber(db, [broadcast.audience]);
  return {
    title: broadcast.title,
    text: broadcast.text,
    image: broadcast.imageId,
    leads_to: await describeDestination(db, broadcast.destination),
    audience: toText(broadcast.audience),
    mail_without_device: broadcast.mailWithoutDevice,
    state: broadcast.state,
  };
}
