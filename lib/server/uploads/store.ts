import "server-only";
import { v7 as uuid } from "uuid";
import type { UploadedFile as Answer } from "@/lib/contract/uploads";
import type { UploadedFile } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { uploads } from "@/lib/server/db/schema/upload";
import { storePdfPages } from "@/lib/server/files/pages";
import { hashColumnsOf } from "@/lib/server/files/perceptual-hash";
import { storeFile } from "@/lib/server/files/stored-files";

/** Sender of a file, who alone may use it: an admin, or an app. Never a citizen, so that reports can be anonymous. */
export type UploadOwner = { adminId: string } | { app: string };

/** Time in ms after which an unused upload is deleted: one day. */
export const UPLOAD_LIFE_MS = 86_400_000;

/** A stored upload. `after`: values for the audit row, which describe the file without its content. */
type Stored = { answer: Answer; after: Omit<Answer, "id" | "expires_at"> };

/** Stores a validated file for the record that will use it. @throws 400 if the body was no file */
export async function storeUpload(tx: Transaction, owner: UploadOwner, upload: UploadedFile | null): Promise<Stored> {
  if (!upload) throw refuse.badInput("Send the file itself as the body.");
  const { staged, stagedPages, contentType, width, height, hash, thumbnail, photoHash } = upload;
  const id = uuid();
  const createdAt = new Date();
  const fileId = await storeFile(tx, staged);
  await storePdfPages(tx, fileId, stagedPages);
  await tx.insert(uploads).values({
    id,
    ...owner,
    createdAt,
    fileId,
    contentType,
    width,
    height,
    fileHash: hash,
    thumbnail,
    ...(photoHash && { photoHash: photoHash.fine, ...hashColumnsOf(photoHash) }),
  });
  const pages = stagedPages.length || 1;
  const after = { content_type: contentType, size: staged.bytes.length, width, height, pages };
  return { answer: { id, ...after, expires_at: new Date(createdAt.getTime() + UPLOAD_LIFE_MS).toISOString() }, after };
}
