import { integer, uuid } from "drizzle-orm/pg-core";
import { admins } from "./admin";
import { instant } from "./columns";

/** Returns the columns for a record's creator, creation time, last change and version. */
export const authorColumns = () => ({
  createdBy: uuid("created_by")
    .notNull()
    .references(() => admins.id),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});
