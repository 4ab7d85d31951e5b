import "server-only";
import { asc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { IreportMessageKind } from "@/lib/contract/ireport.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ireportMessages } from "@/lib/server/db/schema/ireport";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { selectReportPhotos } from "./attach-photos";

type NewMessage = { kind: IreportMessageKind; text: string; adminId: string | null; at: Date };

/** Adds a message between officers and citizen. @returns the message's id */
export async function addIreportMessage(tx: Transaction, ireportId: string, message: NewMessage): Promise<string> {
  const id = uuid();
  await tx.insert(ireportMessages).values({ id, ireportId, ...message });
  return id;
}

/** Returns the photos sent with the report, and the messages with their photos, oldest first. */
export async function readConversation(
  db: Queryable,
  ireportId: string,
): Promise<Pick<IreportDetails, "pictures" | "messages">> {
  const photos = await selectReportPhotos(db, ireportId);
  const ofMessage = (messageId: string | null) =>
    photos.filter((photo) => photo.messageId === messageId).map(({ id, width, height }) => ({ id, width, height }));
  const messages = await db
    .select({ message: ireportMessages, by: admins })
    .from(ireportMessages)
    .leftJoin(admins, eq(admins.id, ireportMessages.adminId))
    .where(eq(ireportMessages.ireportId, ireportId))
    .orderBy(asc(ireportMessages.at), asc(ireportMessages.id));
  return {
    pictures: ofMessage(null),
    messages: messages.map(({ message, by }) => ({
      id: message.id,
      kind: message.kind,
      text: message.text,
      by: by && toAdminRef(by),
      at: message.at.toISOString(),
      photos: ofMessage(message.id),
    })),
  };
}
