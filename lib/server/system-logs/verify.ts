import "server-only";
import type { HandlerContext } from "@/lib/server/api/context";
import { shareVerification } from "./share-verification";

/** Verifies the next part of the trail. Needs only the read right; the final result is audited. */
export async function verifyAuditTrail({ db, audit }: HandlerContext, after: number) {
  const answer = await shareVerification(db, after);
  if (answer.finished)
    audit({
      record: answer.bad && { type: "audit_trail", id: answer.bad.row, name: `Row ${answer.bad.row}` },
      after: { result: answer.bad ? answer.bad.message : "whole", rows: answer.rows },
    });
  return answer;
}
