import "server-only";
import { inArray } from "drizzle-orm";
import { CODE_MAX, CODE_MIN, codeOf, isCode } from "@/lib/contract/promotion.values";
import type { CodeResult } from "@/lib/contract/promotion-codes";
import { formatCount } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { inNumbers } from "@/lib/server/audit/refused";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes } from "@/lib/server/db/schema/promotion";
import { CODES_OF_ONE, insertCodes, lockForNewCodes } from "./lock-codes";
import { promotionRecord } from "./record";

type Typed = { row: number; text: string };

const BAD_FORM = `Use ${CODE_MIN} to ${CODE_MAX} letters and digits, with single dashes between them.`;
const FULL = `A promotion has at most ${formatCount(CODES_OF_ONE)} codes. This one is over that.`;
const OURS = "This promotion has this code already.";
const ANOTHERS = "Already used by another promotion.";

/**
 * Adds typed or imported codes. Codes that can't be added do not block the others. The audit trail contains only counts and
 * reasons, because its readers must not see the codes.
 * @returns a result per code, in the order of the request
 * @throws 404; 409 with the current promotion when it takes no codes
 */
export async function addCodes(
  { tx, audit }: WriteContext,
  { promotionId, codes: typed }: { promotionId: string; codes: Typed[] },
): Promise<{ added: number; items: CodeResult[] }> {
  const { promotion, codes: before, room } = await lockForNewCodes(tx, promotionId);
  const problems = problemsOf(typed);
  const fitting = typed.filter((_, index) => problems[index] === null).map(({ text }) => codeOf(text));
  const taken = await takenOf(tx, fitting);
  const fresh = fitting.filter((code) => !taken.has(code)).slice(0, Math.max(0, room));
  const added = new Set(await insertCodes(tx, promotionId, fresh));
  const wasTried = new Set(fresh);
  const outcomeOf = (code: string) => {
    if (added.has(code)) return null;
    const owner = taken.get(code);
    if (owner) return owner === promotionId ? OURS : ANOTHERS;
    // A parallel request has added it since the check above.
    return wasTried.has(code) ? ANOTHERS : FULL;
  };
  const items = typed.map(({ row, text }, index) => ({
    row,
    text,
    problem: problems[index] ?? outcomeOf(codeOf(text)),
  }));
  const record = promotionRecord(promotion);
  const refused = items.flatMap(({ problem }) => problem ?? []);
  if (refused.length) audit({ record, refusal: `Codes not added: ${inNumbers(refused)}` });
  if (added.size)
    audit({
      record,
      before: { codes: before },
      after: { codes: before + added.size, codes_added: added.size, codes_refused: refused.length },
    });
  return { added: added.size, items };
}

/** Returns what is wrong with each code, or null: a bad form, or a repetition within the request. */
function problemsOf(typed: readonly Typed[]): (string | null)[] {
  const rows = new Map<string, number>();
  return typed.map(({ row, text }) => {
    const code = codeOf(text);
    if (!isCode(code)) return BAD_FORM;
    const first = rows.get(code);
    if (first !== undefined) return `Twice in the file: row ${first}.`;
    rows.set(code, row);
    return null;
  });
}

/** Returns existing codes with the promotion of each. */
async function takenOf(tx: Transaction, codes: readonly string[]): Promise<Map<string, string>> {
  if (!codes.length) return new Map();
  const found = await tx
    .select({ code: promotionCodes.code, promotionId: promotionCodes.promotionId })
    .from(promotionCodes)
    .where(inArray(promotionCodes.code, [...codes]));
  return new Map(found.map(({ code, promotionId }) => [code, promotionId]));
}
