import "server-only";
import { timingSafeEqual } from "node:crypto";
import type { InputOf } from "@/lib/contract/common";
import type { systemWalletCalls } from "@/lib/contract/system-wallet";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { ledgerCheckSignatures } from "@/lib/server/base/secret";
import { verifyLedger } from "@/lib/server/ledger/verify";

type VerifyInput = InputOf<typeof systemWalletCalls.verify>;

/** Maximum time in ms from the start of a ledger check to a call that continues it. A later call is refused, and the check has to start again. */
const CURSOR_LIFE_MS = 86_400_000;

/**
 * Checks the ledger, from the beginning or from where an earlier call of the same admin stopped. The position is signed
 * together with the start time of the check: the result covers all parts since then.
 * @throws 400 for a position that was not returned to this admin, or whose check began too long ago
 */
export async function checkLedger({ db, admin, audit }: HandlerContext, { after, seconds }: VerifyInput) {
  const { place, began } = after ? parseCursor(after, admin.id) : { began: Date.now() };
  const { toRead, next, ...verdict } = await verifyLedger(db, { after: place, budget: seconds * 1_000 });
  if (verdict.finished)
    audit({
      record: null,
      after: {
        result: verdict.faults.length ? verdict.faults.join(" ") : "right",
        postings: toRead / 2,
        began: new Date(began).toISOString(),
      },
    });
  const [cursor = null] = next ? signedCursors(`${next}@${began}`, admin.id) : [];
  return { ...verdict, to_read: toRead, next: cursor };
}

/** Returns a position signed with each valid key, the current key first. Responses contain the first cursor; requests may send any of them. */
const signedCursors = (text: string, adminId: string) =>
  ledgerCheckSignatures(`${adminId} ${text}`).map((signature) => `${text}.${signature}`);

function parseCursor(after: string, adminId: string): { place: string; began: number } {
  const [text = ""] = after.split(".");
  const [place = "", began] = text.split("@");
  const givenCursor = Buffer.from(after);
  const isValid = signedCursors(text, adminId)
    .map((cursor) => Buffer.from(cursor))
    .some((cursor) => givenCursor.length === cursor.length && timingSafeEqual(givenCursor, cursor));
  if (isValid && Number(began) > Date.now() - CURSOR_LIFE_MS) return { place, began: Number(began) };
  const message = "Give the next of an earlier call of yours within a day, or none to begin again.";
  throw refuse.badInput(message, { after: message });
}
