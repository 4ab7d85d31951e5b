import "server-only";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { MAX_UPLOAD_BYTES } from "@/lib/contract/kyc.values";
import type { BegunUpload } from "@/lib/contract/uploads-direct";
import { env } from "@/lib/env";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { directUploads } from "@/lib/server/db/schema/upload";
import { openBucket } from "@/lib/server/files/bucket";
import { countUpload } from "./limit";
import type { UploadOwner } from "./store";

/** Time in ms in which an upload may be completed. Then its object is deleted. */
export const DIRECT_UPLOAD_LIFE_MS = 3_600_000;
/** Validity of a signed upload URL in ms. The bucket checks it when a request begins. */
const ADDRESS_LIFE_MS = 900_000;
/** Time in ms after which no upload URL is valid, so that a slow upload ends before its object is deleted. */
const LAST_ADDRESS_END_MS = 2_700_000;
/** Largest body in bytes that Vercel passes to a function. */
const VERCEL_BODY_BYTES = 4_500_000;

/** Key of an object that no call has checked yet. Stored files have their id as key. */
export const quarantineKey = (id: string) => `quarantine/${id}`;

type DeclaredFile = { size: number; content_type: string };
type Sender = { owner: UploadOwner; callerId: string; kind: "admin" | "app"; path: string };

/**
 * Begins a direct upload if a bucket is configured. Counts it towards the hourly limit of uploads; completing it does not count again.
 * Without a bucket nothing is stored, and the client sends the file to the call itself.
 * @returns the answer without `put`, which `signedUploadRequestOf` adds
 * @throws 413; 429 above the hourly limit
 */
export async function beginDirectUpload(
  { tx, audit }: WriteContext,
  { owner, callerId, kind, path }: Sender,
  { size, content_type: contentType }: DeclaredFile,
): Promise<BegunUpload> {
  if (size > MAX_UPLOAD_BYTES) throw refuse.file(413, "This file is larger than 10 MB. Send a smaller one.");
  const body_limit = env().isOnVercel ? VERCEL_BODY_BYTES : MAX_UPLOAD_BYTES;
  if (!openBucket()) {
    if (size > body_limit)
      throw refuse.file(413, "This file is larger than 4.5 MB, the limit of this server. Send a smaller one.");
    return { id: null, body_limit, put: null };
  }
  await countUpload(tx, callerId, kind);
  const id = uuid();
  await tx.insert(directUploads).values({ id, ...owner, path, size, contentType, createdAt: new Date() });
  audit({ record: { type: "upload", id, name: "" }, after: { path, size, content_type: contentType } });
  return { id, body_limit, put: await signedUploadRequestOf({ id }, tx) };
}

/**
 * Returns the request that uploads the file: a new URL each time, so that a retry replaces an expired one.
 * @returns null if the upload was completed or is too old
 */
export async function signedUploadRequestOf(
  { id }: Readonly<Record<string, unknown>>,
  tx: Transaction,
): Promise<BegunUpload["put"]> {
  const store = openBucket();
  if (!store || typeof id !== "string") return null;
  const [row] = await tx
    .select()
    .from(directUploads)
    .where(and(eq(directUploads.id, id), isNull(directUploads.completedAt)));
  if (!row) return null;
  const now = Date.now();
  const ends = Math.min(now + ADDRESS_LIFE_MS, row.createdAt.getTime() + LAST_ADDRESS_END_MS);
  const seconds = Math.floor((ends - now) / 1_000);
  if (seconds < 1) return null;
  return { ...(await store.signPut(quarantineKey(id), row, seconds)), expires_at: new Date(ends).toISOString() };
}

/** Maximum number of times that the object of a direct upload is read, because each reading decodes a picture. */
const MAX_ATTEMPTS = 5;

const endedRefusal = () =>
  refuse.badInput(
    "This upload has ended: it was completed or refused, is older than an hour, or belongs to another call. Send the file again.",
  );

/** Returns the row of an upload that its sender may complete now, and counts the attempt; null for any other. */
export async function claimDirectUpload(
  db: Pick<Transaction, "update">,
  { owner, path }: Pick<Sender, "owner" | "path">,
  id: string,
) {
  const [row] = await db
    .update(directUploads)
    .set({ attempts: sql`${directUploads.attempts} + 1` })
    .where(
      and(
        eq(directUploads.id, id),
        "adminId" in owner ? eq(directUploads.adminId, owner.adminId) : eq(directUploads.app, owner.app),
        eq(directUploads.path, path),
        isNull(directUploads.completedAt),
        lt(directUploads.attempts, MAX_ATTEMPTS),
        gt(directUploads.createdAt, new Date(Date.now() - DIRECT_UPLOAD_LIFE_MS)),
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * Marks an upload as completed, in the transaction that stores its file. Call it after the check of the Idempotency-Key,
 * so that a retry gets the stored response.
 * @param id null if the upload could not be claimed
 * @throws 400 if it could not be claimed, or another request has completed it
 */
export async function completeDirectUpload(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) throw endedRefusal();
  const completed = await tx
    .update(directUploads)
    .set({ completedAt: new Date() })
    .where(and(eq(directUploads.id, id), isNull(directUploads.completedAt)));
  if (!completed.rowCount) throw endedRefusal();
}
