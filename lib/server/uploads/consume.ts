import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { uploads } from "@/lib/server/db/schema/upload";
import type { UploadOwner } from "./store";

/** An upload with the columns that a document or photo copies. */
export type Upload = Omit<typeof uploads.$inferSelect, "adminId" | "app" | "createdAt">;

/** The input field with the upload ids, and the name of an upload in an error message. */
type Said = { field: string; name: (at: number) => string };
const PHOTOS: Said = { field: "photos", name: (at) => `photo number ${at + 1}` };

/**
 * Takes uploads out of the table for a record: each can be used once, by its sender.
 * @returns them in the order of the ids
 * @throws 400 with a message if one is used, expired, unknown, or another sender's
 */
export async function consumeUploads(
  tx: Transaction,
  owner: UploadOwner,
  ids: readonly string[],
  { field, name }: Said = PHOTOS,
): Promise<Upload[]> {
  if (!ids.length) return [];
  const taken = await tx
    .delete(uploads)
    .where(and(inArray(uploads.id, [...ids]), isOf(owner)))
    .returning();
  return ids.map((id, at) => {
    const found = taken.find((upload) => upload.id === id);
    if (!found) {
      const message = `The ${name(at)} is no longer here: it was used, or is older than a day. Add it again.`;
      throw refuse.badInput(message, { [field]: message });
    }
    const { adminId: _admin, app: _app, createdAt: _at, ...upload } = found;
    return upload;
  });
}

const isOf = (owner: UploadOwner): SQL =>
  "adminId" in owner ? eq(uploads.adminId, owner.adminId) : eq(uploads.app, owner.app);
