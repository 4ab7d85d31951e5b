import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { ireports } from "@/lib/server/db/schema/ireport";
import { likePatternForPrefix } from "@/lib/server/lists/list";
import { hasTextWords, parseSearchText } from "@/lib/server/lists/search-terms";

/** Returns an SQL condition: matches a report number, a reporter's phone number or email, or word beginnings in title, ward and text. */
export function searchCondition(searchText: string): SQL {
  const { references, email, digits } = parseSearchText(searchText, "IR");
  if (references) return inArray(ireports.number, references);
  if (email) return reportedBy(sql`lower(u.email) like lower(${likePatternForPrefix(email)})`);
  if (digits?.length === 10) return reportedBy(sql`u.phone = ${`+234${digits}`}`);
  return hasTextWords(ireports.words, searchText);
}

const reportedBy = (userCondition: SQL): SQL =>
  sql`${ireports.reporterId} = any(array(select u.id from users u where ${userCondition} limit 200))`;
