import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { ireports } from "@/lib/server/db/schema/ireport";
import { likePrefix } from "@/lib/server/lists/list";
import { hasTextWords, readSearch } from "@/lib/server/lists/search-terms";

/** Matches a report number, a reporter's phone number or email, or word beginnings in title, ward and text. */
export function matching(typed: string): SQL {
  const { references, email, digits } = readSearch(typed, "IR");
  if (references) return inArray(ireports.number, references);
  if (email) return reportedBy(sql`lower(u.email) like lower(${likePrefix(email)})`);
  if (digits?.length === 10) return reportedBy(sql`u.phone = ${`+234${digits}`}`);
  return hasTextWords(ireports.words, typed);
}

const reportedBy = (who: SQL): SQL =>
  sql`${ireports.reporterId} = any(array(select u.id from users u where ${who} limit 200))`;
