import "server-only";
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { statementCalls as calls } from "@/lib/contract/reconciliation-statements";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { bankStatements } from "@/lib/server/db/schema/bank-statements";
import { lockStatement, readStatement, statementRecordRef } from "./read-statements";

type Chunk = InputOf<typeof calls.addStatementLines>;

/** Returns a text without differences that banks make between exports of the same line: case, spaces, forms of letters. */
const normalise = (bankText: string) => bankText.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** Returns the hash of a bank line's day, amount and texts. Equal lines of a day have the same hash. */
export function bankLineHash([, day, amount, , narration, reference]: Chunk["lines"][number]): string {
  const text = JSON.stringify([day, amount, normalise(narration), normalise(reference)]);
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/**
 * Stores the next lines of a statement file. Lines that were stored before are ignored.
 * @returns number of stored lines, with which the sender continues
 * @throws 400 for too many lines or a line number that was sent before; 404; 409 for a gap, with the number of stored lines, or if the
 * import has ended
 */
export async function addStatementLines({ tx, audit }: WriteContext, { accountId, statementId, after, lines }: Chunk) {
  const statement = await lockStatement(tx, statementId, accountId);
  if (statement.state !== "reading")
    throw refuse.conflict("The import of this statement has ended.", await readStatement(tx, statementId));
  const { storedLines } = statement;
  if (after > storedLines)
    throw refuse.conflict(
      `Lines are missing: ${formatCount(storedLines)} are stored. Continue with the one after these.`,
      {
        stored_lines: storedLines,
      },
    );
  if (after < storedLines) {
    audit({ record: statementRecordRef(statement), after: { stored_lines: storedLines, repeated: true } });
    return { stored_lines: storedLines };
  }
  const storedAfter = storedLines + lines.length;
  if (storedAfter > statement.lines)
    throw refuse.badInput(`The file was announced with ${formatCount(statement.lines)} lines, but has more.`);
  await insertLines({ tx, statementId }, lines);
  await tx.update(bankStatements).set({ storedLines: storedAfter }).where(eq(bankStatements.id, statementId));
  audit({ record: statementRecordRef(statement), after: { stored_lines: storedAfter } });
  return { stored_lines: storedAfter };
}

/** Inserts lines of a statement. @throws 400 if two lines have the same number */
async function insertLines(
  { tx, statementId }: Pick<WriteContext, "tx"> & { statementId: string },
  lines: Chunk["lines"],
) {
  const rows = lines.map((each) => {
    const [line, day, amount, balance, narration, reference] = each;
    return { line, day, amount, balance, narration, reference, fingerprint: bankLineHash(each) };
  });
  const inserted = await tx.execute(sql`
    insert into statement_lines (statement_id, line, day, amount, balance, narration, reference, fingerprint)
    select ${statementId}::uuid, line, day, amount, balance, narration, reference, fingerprint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      line int, day date, amount bigint, balance bigint, narration text, reference text, fingerprint text)
    on conflict do nothing`);
  if (inserted.rowCount !== rows.length)
    throw refuse.badInput("Two lines have the same number. Send each line of the file once, with its own number.");
}
