import "server-only";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { KycUpload } from "@/lib/contract/kyc.submission";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import type { HandlerContext } from "@/lib/server/context";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { kycDocuments, kycUploads } from "@/lib/server/db/schema/kyc";
import { refuse } from "@/lib/server/errors";
import { keepFile, removeFiles } from "@/lib/server/files";
import { partsOf } from "@/lib/server/files/look";

const LIFE_MS = 86_400_000;

/** Keeps a file for the request that follows. What was refused on the way here was never stored. */
export async function uploadFile({ db, admin, audit, upload }: HandlerContext): Promise<KycUpload> {
  if (!upload) throw refuse.badInput("Send the file itself as the body.");
  const tx = db as Transaction;
  const { staged, contentType, width, height, hash, thumbnail, look } = upload;
  const id = uuid();
  const createdAt = new Date();
  await tx.insert(kycUploads).values({
    id,
    adminId: admin.id,
    createdAt,
    fileId: await keepFile(tx, staged),
    contentType,
    width,
    height,
    fileHash: hash,
    thumbnail,
    ...(look && { look: look.fine, ...partsOf(look) }),
  });
  const size = staged.bytes.length;
  audit({ record: { type: "kyc-upload", id, name: "" }, after: { content_type: contentType, size, width, height } });
  const expires_at = new Date(createdAt.getTime() + LIFE_MS).toISOString();
  return { id, content_type: contentType, size, width, height, expires_at };
}

type Wanted = { kind: DocumentKind; upload_id: string };

/**
 * Turns uploads into documents of a request; each can be used once, by whoever sent it.
 * @throws 400 when one is gone, or a selfie is no picture.
 */
export async function attachUploads(tx: Transaction, adminId: string, kycId: string, wanted: readonly Wanted[]) {
  if (!wanted.length) return;
  const ids = wanted.map(({ upload_id }) => upload_id);
  const used = await tx
    .delete(kycUploads)
    .where(and(inArray(kycUploads.id, ids), eq(kycUploads.adminId, adminId)))
    .returning();
  const documents = wanted.map(({ kind, upload_id }) => {
    const upload = used.find(({ id }) => id === upload_id);
    if (!upload)
      throw about(`The ${words(kind)} is no longer here: it was used, or is older than a day. Add it again.`);
    const { id: _id, adminId: _by, createdAt: _at, look, look0, look1, look2, look3, ...picture } = upload;
    const isSelfie = kind === "selfie";
    if (isSelfie && !look) throw about("A selfie has to be a picture, not a PDF. Take a photo of the person.");
    return { id: uuid(), kycId, kind, ...picture, ...(isSelfie && { look, look0, look1, look2, look3 }) };
  });
  await tx.insert(kycDocuments).values(documents);
}

const words = (kind: DocumentKind) => kind.replaceAll("_", " ");
const about = (message: string) => refuse.badInput(message, { documents: message });

const BATCH = 100;

/** Removes uploads that no request used within a day, and their files. */
export async function forgetOldUploads(db: Database = database().db): Promise<void> {
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await db.transaction(async (tx) => {
      const old = await tx
        .select()
        .from(kycUploads)
        .where(lt(kycUploads.createdAt, sql`now() - interval '1 day'`))
        .limit(BATCH)
        .for("update", { skipLocked: true });
      const ids = old.map(({ id }) => id);
      if (ids.length) await tx.delete(kycUploads).where(inArray(kycUploads.id, ids));
      await removeFiles(
        tx,
        old.map(({ fileId }) => fileId),
      );
      return old.length;
    });
  }
}
