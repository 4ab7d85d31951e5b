import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Queryable } from "./db/client";
import { files } from "./db/schema/kyc";

export type StoredFile = { contentType: string; bytes: Buffer };

/** The one interface to stored files; today they live in the database, in the same transaction as what they belong to. */
export async function storeFile(db: Queryable, file: StoredFile): Promise<string> {
  const id = uuid();
  await db.insert(files).values({ id, ...file });
  return id;
}

export async function readStoredFile(db: Queryable, id: string): Promise<StoredFile | null> {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file ?? null;
}
