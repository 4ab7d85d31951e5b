import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { broadcastCreation, broadcastUpdate } from "@/lib/contract/app-config-broadcasts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { images } from "@/lib/server/db/schema/entries";
import { languages } from "@/lib/server/db/schema/languages";
import { userGroups } from "@/lib/server/db/schema/user";
import { rejectStaleVersion, saveVersion } from "@/lib/server/records/version";
import { wordsFor } from "./count-audience";
import { destinationWords } from "./destination";
import { broadcastSingle } from "./list-broadcasts";
import { BROADCAST, type Broadcast, broadcastRecord, lockBroadcast } from "./record";

type Fields = z.output<typeof broadcastCreation>;

/** Creates a broadcast. @throws 400 for a picture, group or language that does not exist */
export async function createBroadcast({ tx, admin, audit }: WriteContext, input: Fields) {
  await refuseUnknown(tx, input);
  const [made] = await tx
    .insert(broadcasts)
    .values({ id: uuid(), ...columnsOf(input), createdBy: admin.id })
    .returning();
  if (!made) throw new Error("No notification was created.");
  audit({ record: broadcastRecord(made), after: await trailOf(tx, made) });
  return broadcastSingle(tx, made.id);
}

/** Saves a draft. @throws 404; 400 as on creation; 409 with the current broadcast if it has changed or is no longer a draft */
export async function saveBroadcast({ tx, audit }: WriteContext, input: z.output<typeof broadcastUpdate>) {
  const broadcast = await lockBroadcast(tx, input.broadcastId);
  await refuseUnlessDraft(tx, broadcast, input.version);
  await refuseUnknown(tx, input);
  const before = await trailOf(tx, broadcast);
  const changed = await saveVersion(tx, broadcasts, broadcast.id, {
    ...columnsOf(input),
    note: null,
    approved: false,
    approvedPeople: null,
    updatedAt: sql`now()`,
  });
  audit({ record: broadcastRecord(changed), before, after: await trailOf(tx, changed) });
  return broadcastSingle(tx, changed.id);
}

/** Deletes a draft. @throws 404; 409 if it has changed, or was scheduled or sent, because it is then kept as a record */
export async function deleteBroadcast(
  { tx, audit }: WriteContext,
  { broadcastId, version }: { broadcastId: string; version: number },
) {
  const broadcast = await lockBroadcast(tx, broadcastId);
  await refuseUnlessDraft(tx, broadcast, version);
  await tx.delete(broadcasts).where(eq(broadcasts.id, broadcastId));
  audit({ record: broadcastRecord(broadcast), before: await trailOf(tx, broadcast) });
  return { id: broadcastId };
}

/** Rejects a broadcast that is not an unchanged draft. @throws 409 with the current broadcast and a message for its state */
export async function refuseUnlessDraft(tx: Transaction, broadcast: Broadcast, version: number): Promise<void> {
  const current = () => broadcastSingle(tx, broadcast.id);
  await refuseWhileAwaiting(tx, BROADCAST, broadcast.id, current);
  if (broadcast.state !== "draft") throw refuse.conflict(NOT_A_DRAFT[broadcast.state], await current());
  await refuseOlder(tx, broadcast, version);
}

const NOT_A_DRAFT = {
  awaiting_approval: "This notification awaits approval. Have it decided or withdrawn first.",
  scheduled: "This notification is scheduled. Cancel that first, and it becomes a draft again.",
  sending: "This notification is being sent, so it can't be changed any more.",
  paused: "This notification was sent in part, so it can't be changed any more.",
  sent: "This notification was sent, so it can't be changed any more.",
  cancelled: "This notification was cancelled after a part was sent, so it can't be changed any more.",
} satisfies Record<Exclude<Broadcast["state"], "draft">, string>;

/** Rejects an outdated version. @throws 409 with the current broadcast */
export const refuseOlder = (tx: Transaction, broadcast: Broadcast, version: number): Promise<void> =>
  rejectStaleVersion("notification", broadcast, version, () => broadcastSingle(tx, broadcast.id));

const columnsOf = (input: Fields) => ({
  title: input.title.trim(),
  text: input.text.trim(),
  imageId: input.image_id,
  destination: input.destination,
  audience: input.audience,
  mailWithoutDevice: input.mail_without_device,
});

async function refuseUnknown(tx: Transaction, { image_id, audience }: Fields): Promise<void> {
  if (image_id && !(await existing(tx, images.id, [image_id])).size) {
    const message = "This picture does not exist any more. Upload it again.";
    throw refuse.badInput(message, { image_id: message });
  }
  const chosen =
    audience.kind === "groups"
      ? { ids: audience.group_ids, column: userGroups.id, field: "audience.group_ids", what: "group" }
      : audience.kind === "languages" && {
          ids: audience.languages,
          column: languages.code,
          field: "audience.languages",
          what: "language",
        };
  if (!chosen) return;
  const there = await existing(tx, chosen.column, chosen.ids);
  if (chosen.ids.every((each) => there.has(each))) return;
  const message = `A ${chosen.what} that you chose does not exist any more. Choose again.`;
  throw refuse.badInput(message, { [chosen.field]: message });
}

type IdColumn = typeof images.id | typeof userGroups.id | typeof languages.code;

async function existing(tx: Transaction, column: IdColumn, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .select({ id: sql<string>`${column}` })
    .from(column.table)
    .where(inArray(column, [...ids]))
    .for("key share");
  return new Set(found.map(({ id }) => id));
}

/** Returns what the audit trail records about a draft. */
async function trailOf(db: Queryable, broadcast: Broadcast): Promise<AuditEntry["after"]> {
  const words = await wordsFor(db, [broadcast.audience]);
  return {
    title: broadcast.title,
    text: broadcast.text,
    image: broadcast.imageId,
    leads_to: await destinationWords(db, broadcast.destination),
    audience: words(broadcast.audience),
    mail_without_device: broadcast.mailWithoutDevice,
    state: broadcast.state,
  };
}
