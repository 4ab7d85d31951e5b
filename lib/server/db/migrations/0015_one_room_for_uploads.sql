INSERT INTO "uploads" ("id", "admin_id", "created_at", "file_id", "content_type", "width", "height", "file_hash", "thumbnail", "look", "look_0", "look_1", "look_2", "look_3")
SELECT "id", "admin_id", "created_at", "file_id", "content_type", "width", "height", "file_hash", "thumbnail", "look", "look_0", "look_1", "look_2", "look_3" FROM "kyc_uploads";--> statement-breakpoint
DROP TABLE "kyc_uploads" CASCADE;
