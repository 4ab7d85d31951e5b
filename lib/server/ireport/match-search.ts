import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import { ireports } from "@/lib/server/db/schema/ireport";
import { likePrefix } from "@/lib/server/lists/list";
import { nationalDigits } from "@/lib/server/lists/search-terms";

/** Words that one search asks for. */
const WORDS = 8;

/**
 * Anything pasted: a number, or the phone number or email of anyone who reported; else every word begins one of the title,
 * the ward or the text.
 */
export function matching(typed: string): SQL {
  const number = /^IR-?(\d{1,15})$/i.exec(typed)?.[1];
  if (number) return eq(ireports.number, `IR-${number.replace(/^0+/, "").padStart(6, "0")}`);
  if (typed.includes("@")) return reportedBy(sql`lower(u.email) like lower(${likePrefix(typed)})`);
  const digits = nationalDigits(typed);
  if (digits?.length === 10) return reportedBy(sql`u.phone = ${`+234${digits}`}`);
  const query = wordQuery(typed);
  return query === null ? sql`false` : sql`${ireports.words} @@ to_tsquery('simple', ${query})`;
}

const reportedBy = (who: SQL): SQL =>
  sql`${ireports.reporterId} = any(array(select u.id from users u where ${who} limit 200))`;

/**
 * What was typed as PostgreSQL's text search takes it: letters and digits alone, so nothing of it is an operator. A word
 * of one letter begins too much, and is sought as it is. @returns null where no word is in it
 */
function wordQuery(typed: string): string | null {
  const words = typed
    .normalize("NFC")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS);
  return words.length ? words.map((word) => (word.length > 1 ? `'${word}':*` : `'${word}'`)).join(" & ") : null;
}
