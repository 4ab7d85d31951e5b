import "server-only";
import { sql } from "drizzle-orm";

/** Time up to which rows are due. Stored times are rounded to milliseconds, up to half a millisecond into the future. */
export const dueTime = sql`now() + interval '1 millisecond'`;
