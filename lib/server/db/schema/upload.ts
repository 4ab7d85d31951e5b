import { sql } from "drizzle-orm";
import { check, customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { bytea, instant } from "./columns";
import { files } from "./file";

/** Perceptual hash: 256 characters, `0` or `1` (lib/server/files/perceptual-hash.ts). */
const photoHash = customType<{ data: string }>({ dataType: () => "bit(256)" });

/** Columns of a stored file. Used by the table of uploads, and by tables of the documents that uploads become. */
export const storedFileColumns = {
  fileId: uuid("file_id")
    .notNull()
    .references(() => files.id),
  contentType: text("content_type").notNull().default("image/jpeg"),
  /** Width and height in pixels, of a PDF's first page for PDFs; 0 for PDFs that were stored before page pictures existed. */
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  /** SHA-256 of the stored bytes, from which a picture's metadata was removed. */
  fileHash: text("file_hash").notNull().default(""),
  /** Small JPEG of a few kB, always in the database; null for PDFs stored before page pictures existed. */
  thumbnail: bytea("thumbnail"),
  photoHash: photoHash("photo_hash"),
  /**
   * Coarse part of the perceptual hash in four indexed parts of 16 bits, to find similar pictures (lib/server/files/similar-pictures.ts).
   */
  photoHash0: integer("photo_hash_0"),
  photoHash1: integer("photo_hash_1"),
  photoHash2: integer("photo_hash_2"),
  photoHash3: integer("photo_hash_3"),
};

/** Files uploaded by an admin or an app that no record uses yet; deleted after a day. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id").references(() => admins.id),
    app: text("app"),
    createdAt: instant("created_at").notNull().defaultNow(),
    ...storedFileColumns,
  },
  (t) => [
    index("uploads_created").on(t.createdAt),
    check("uploads_owner", sql`(${t.adminId} is null) <> (${t.app} is null)`),
  ],
);

/**
 * Files that a client uploads to the bucket's quarantine by a signed URL. No record refers to such a file until a call has checked and
 * stored it. The row and the uploaded object are deleted after an hour.
 */
export const directUploads = pgTable(
  "direct_uploads",
  {
    id: uuid("id").primaryKey(),
    adminId: uuid("admin_id").references(() => admins.id),
    app: text("app"),
    /** Path of the API call that may complete the upload, such as `/kyc/uploads`. */
    path: text("path").notNull(),
    /** Size in bytes and type that the client declared. */
    size: integer("size").notNull(),
    contentType: text("content_type").notNull(),
    /** Number of times that the uploaded object was read to complete the upload. */
    attempts: integer("attempts").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    completedAt: instant("completed_at"),
  },
  (t) => [
    index("direct_uploads_created").on(t.createdAt),
    check("direct_uploads_owner", sql`(${t.adminId} is null) <> (${t.app} is null)`),
  ],
);

/** State of each uploader's rate limit: the time until which its uploads use up the hourly quota (lib/server/api/rate-limit.ts). */
export const uploadLimits = pgTable("upload_limits", {
  /** Id of the admin, or of the app as in `idempotency_keys`. */
  owner: uuid("owner").primaryKey(),
  usedUntil: instant("used_until").notNull(),
});
