import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { uploads } from "@/lib/server/db/schema/upload";
import type { UploadOwner } from "./store";

/** An upload with the columns that a document or photo copies. */
export type UploadRow = Omit<typeof uploads.$inferSelect, "adminId" | "app" | "createdAt">;

/** The input field with the upload ids, and the name of an upload in an error message. */
type UploadField = { field: string; name: (index: number) => string };
const PHOTOS_FIELD: UploadField = { field: "photos", name: (index) => `photo number ${index + 1}` };

/**
 * Deletes the rows of uploads that a record now uses: each upload can be used once, by its sender.
 * @returns the uploads in the order of the ids
 * @throws 400 with a message if one is used, expired, unknown, or another sender's
 */
export async function consumeUploads(
  tx: Transaction,
  owner: UploadOwner,
  ids: readonly string[],
  { field, name }: UploadField = PHOTOS_FIELD,
): Promise<UploadRow[]> {
  if (!ids.length) return [];
  const deleted = await tx
    .delete(uploads)
    .where(and(inArray(uploads.id, [...ids]), isOfOwner(owner)))
    .returning();
  return ids.map((id, index) => {
    const foundUpload = deleted.find((upload) => upload.id === id);
    if (!foundUpload) {
      const message = `The ${name(index)} is no longer here: it was used, or is older than a day. Add it again.`;
      throw refuse.badInput(message, { [field]: message });
    }
    const { adminId: _admin, app: _app, createdAt: _at, ...upload } = foundUpload;
    return upload;
  });
}

const isOfOwner = (owner: UploadOwner): SQL =>
  "adminId" in owner ? eq(uploads.adminId, owner.adminId) : eq(uploads.app, owner.app);
