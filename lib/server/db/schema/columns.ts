import { sql } from "drizzle-orm";
import { bigint, customType, timestamp } from "drizzle-orm/pg-core";

/** Column for a point in time in ms, read as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
/** Column for an amount in kobo, read as a number. */
export const kobo = (name: string) => bigint(name, { mode: "number" });
/** Column for binary data, read as a `Buffer`. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Search words of a text, normalized by `search_words` (migration 0015). A generated column, never written. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Column of search words of an SQL expression. With an index, a million rows are searched in milliseconds. */
export const searchWordsColumn = (expression: string) =>
  tsvector("words").generatedAlwaysAs(sql.raw(`search_words(${expression}, true)`));

/** Words of a person's name, and each two neighbouring words joined: "BasseyDuke" finds "Bassey-Duke". */
export const nameSearchWords = () =>
  tsvector("words").generatedAlwaysAs(sql`search_words(first_name || ' ' || middle_name || ' ' || last_name, true)`);
