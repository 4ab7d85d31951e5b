/** Matches the table's name in a statement, such as `"public"."users"` or `users`. */
const TABLE = String.raw`(?:if (?:not )?exists )?(?:only )?(?:"?public"?\.)?"?(\w+)"?`;
const CREATED = new RegExp(`^create (?:unlogged )?table ${TABLE}`);
const CHANGED = new RegExp(`^(?:alter table|create (?:unique )?index.*? on|update|delete from|insert into) ${TABLE}`);

type Rule = { risk: string; matches: (statement: string) => boolean };
const rule = (risk: string, pattern: RegExp, unless?: RegExp): Rule => ({
  risk,
  matches: (statement) => pattern.test(statement) && !unless?.test(statement),
});

/** Statements that break the code of the previous release. They are allowed only in a contract step. */
const BREAKS_OLD_CODE = [
  rule("removes what old code may use", /\bdrop (table|column|view|schema|type|default)\b|^drop function\b/),
  rule("renames what old code uses", /\brename\b/),
  rule("changes a column's type", /\balter column .*\b(set data )?type\b/),
  rule("refuses inserts of old code", /\bset not null\b/),
  rule("refuses inserts of old code", /\badd column .*\bnot null\b/, /\bdefault\b|\bgenerated\b/),
];

/** Statements that lock a table while they read or write the whole table. */
const LOCKS_TABLE = [
  rule("builds an index under a lock: use concurrently", /^create (unique )?index\b/, /\bconcurrently\b/),
  rule("drops an index under a lock: use concurrently", /^drop index\b/, /\bconcurrently\b/),
  rule(
    "checks all rows under a lock: use not valid, then validate",
    /\badd (constraint|check|foreign key|unique|primary key)\b/,
    /\bnot valid\b|\busing index\b/,
  ),
  rule(
    "rewrites the table",
    /\badd column .*(\bgenerated always as \(|\bserial\b|\bas identity\b|_uuid\(|\brandom\(|\bclock_timestamp\()/,
  ),
  rule("checks all rows under a lock", /\badd column .*\breferences\b/),
  rule(
    "writes many rows in one transaction: use a timed task",
    /^(update|delete from)\b|^insert into .*\bselect\b|^with\b/,
  ),
  rule("locks a table", /^(lock|truncate|cluster|vacuum|reindex(?!.* concurrently))\b/),
  rule("can't be checked", /^do\b/),
];

/**
 * Finds statements of a migration that lock large tables or break code of the previous release. Tables that the file creates are exempt.
 * A comment line before a statement allows it. `-- Safe: why` allows a lock. `-- Contract: since 0023_name …` permits removing what old
 * code uses; it names the last migration of the release that stopped using it.
 * @returns one line for each statement that is not allowed
 */
export function findMigrationRisks(sql: string): string[] {
  const statements = splitWithMarks(sql);
  const createdTables = statements.flatMap(({ words }) => CREATED.exec(words)?.[1] ?? []);
  return statements.flatMap(({ words, isSafe, isContract }) => {
    if (createdTables.includes(CHANGED.exec(words)?.[1] ?? "")) return [];
    const risks = [...(isContract ? [] : BREAKS_OLD_CODE), ...(isSafe || isContract ? [] : LOCKS_TABLE)];
    const risk = risks.find(({ matches }) => matches(words))?.risk;
    return risk ? [`${risk}: ${words.slice(0, 120)}`] : [];
  });
}

function splitWithMarks(sql: string) {
  return sql
    .replaceAll("--> statement-breakpoint", "\n;\n")
    .replace(/^\s*-- (Safe: \S.{9,}|Contract: since \d{4}_\w+ \S.{9,})$/gm, (_, mark) =>
      mark.startsWith("Safe") ? "@safe@" : "@contract@",
    )
    .replace(/--.*$/gm, "")
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((text) => ({
      words: text.replace(/@\w+@/g, "").replace(/\s+/g, " ").trim().toLowerCase(),
      isSafe: text.includes("@safe@"),
      isContract: text.includes("@contract@"),
    }))
    .filter(({ words }) => words);
}
