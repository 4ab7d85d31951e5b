import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { ireportPhotos } from "@/lib/server/db/schema/ireport";

/** A report's photos in their order, each with the message that it came with; without the pictures themselves. */
export const photosOf = (db: Queryable, ireportId: string) =>
  db
    .select({
      id: ireportPhotos.id,
      messageId: ireportPhotos.messageId,
      width: ireportPhotos.width,
      height: ireportPhotos.height,
    })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId))
    .orderBy(asc(ireportPhotos.position), asc(ireportPhotos.id));
