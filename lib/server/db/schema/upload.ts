import { sql } from "drizzle-orm";
import { check, customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { bytea, instant } from "./columns";
import { files } from "./file";

/** 256 signs, `0` and `1`: what a picture looks like (lib/server/files/perceptual-hash.ts). */
const photoHash = customType<{ data: string }>({ dataType: () => "bit(256)" });

/** What an upload and the document that it becomes have in common. */
export const picture = {
  fileId: uuid("file_id")
    .notNull()
    .references(() => files.id),
  contentType: text("content_type").notNull().default("image/jpeg"),
  /** Pixels, of a PDF's first page; 0 for a PDF that was stored before its pages were drawn. */
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  /** SHA-256 of the stored bytes, which a picture's metadata are no part of. */
  fileHash: text("file_hash").notNull().default(""),
  /** A small JPEG, a few kB, beside the row wherever files are kept; null for such a PDF. */
  thumbnail: bytea("thumbnail"),
  photoHash: photoHash("photo_hash"),
  /** The coarse signs in four parts of 16 bits: near pictures are found by an index on each (lib/server/files/near-hash.ts). */
  photoHash0: integer("photo_hash_0"),
  photoHash1: integer("photo_hash_1"),
  photoHash2: integer("photo_hash_2"),
  photoHash3: integer("photo_hash_3"),
};

/** Files that were sent, by an admin or through an app's key, and belong to nothing yet; after a day they go. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id").references(() => admins.id),
    app: text("app"),
    createdAt: instant("created_at").notNull().defaultNow(),
    ...picture,
  },
  (t) => [
    index("uploads_created").on(t.createdAt),
    check("uploads_owner", sql`(${t.adminId} is null) <> (${t.app} is null)`),
  ],
);

/** One row for each admin and app that sent files: until when the uploads of this hour are used up (lib/server/api/call-limit.ts). */
export const uploadLimits = pgTable("upload_limits", {
  /** The admin's id, or the one that repeats know an app by. */
  owner: uuid("owner").primaryKey(),
  usedUntil: instant("used_until").notNull(),
});
