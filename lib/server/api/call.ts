import "server-only";
import { sql } from "drizzle-orm";
import type { FeatureAccess } from "@/lib/contract/access";
import type { CallMeta } from "@/lib/contract/common";
import { type AuditEntry, appendAudit, appendAuditWithNextStatement, auditRowInsert } from "@/lib/server/audit/audit";
import type { AuditRow } from "@/lib/server/audit/digest";
import { type Database, database, type Transaction } from "@/lib/server/db/client";
import { compileStatement } from "@/lib/server/db/compiled-statement";
import { sendWithNext } from "@/lib/server/db/transaction";
import type { Actor, RequestContext } from "./context";
import type { DerivedResponseField } from "./idempotency";

/** State of one API call in the request pipeline. The steps of the pipeline set the fields that are not readonly. */
export type PipelineCall = {
  /** Name of the call, as the audit trail shows it, such as `kyc.decide`. */
  readonly name: string;
  readonly meta: CallMeta;
  /** Path as declared in the contract, such as `/app/users/{userId}`. */
  readonly path: string;
  readonly writes: boolean;
  readonly request: RequestContext;
  /** The input of the call before validation. oRPC validates it when the handler runs. */
  readonly input: unknown;
  readonly db: Database;
  actor: Actor;
  device: string;
  /** Rights of the calling admin; empty for other callers. */
  rights: readonly FeatureAccess[];
  /** The record that a public call concerns, for the audit row of a refusal. */
  record: AuditEntry["record"];
};

type StartedRequest = {
  context: RequestContext;
  path: readonly string[];
  procedure: { "~orpc": { meta: CallMeta; route: { method?: string; path?: string } } };
};

/** Creates the state of an API call when the pipeline starts. */
export function startCall({ context: request, path, procedure }: StartedRequest, input: unknown): PipelineCall {
  const { meta, route } = procedure["~orpc"];
  return {
    name: path.join("."),
    meta,
    path: route.path ?? "",
    writes: (route.method ?? "GET") !== "GET" && !meta.reads,
    request,
    input,
    db: database().db,
    actor: null,
    device: request.device,
    rights: [],
    record: null,
  };
}

/** Checks the declaration of a call. @throws if the contract declares no policy, or only one of contract and handler has a derived field */
export function checkCallDeclaration({ name, meta }: PipelineCall, derive?: DerivedResponseField): void {
  if (meta.policy === undefined) throw new Error(`${name} declares no policy.`);
  if (Boolean(meta.derived) !== Boolean(derive))
    throw new Error(`${name} must declare \`derived\` if its handler derives a field, and only then.`);
}

const INSERT_AUDIT_ROW = compileStatement("insert_audit_row", auditRowInsert());
const ACCESS_LOCK = sql`share_access_lock(${sql.placeholder("lockedAdminId")}::uuid)`;
const INSERT_AUDIT_ROW_AND_LOCK = compileStatement(
  "insert_audit_row_and_lock",
  sql`${auditRowInsert()} returning ${ACCESS_LOCK}`,
);
const LOCK_ACCESS = compileStatement("lock_access", sql`select ${ACCESS_LOCK}`);

/**
 * Appends the audit rows of a call in the given transaction. Sends the statement together with the transaction's next one or its commit.
 * @param lockedAdminId admin whose access is locked after the rows are inserted (authenticate.ts)
 */
export async function auditCall(
  tx: Transaction,
  call: PipelineCall,
  entries: readonly AuditEntry[],
  lockedAdminId?: string,
): Promise<void> {
  const [row, ...others] = entries.map((entry) => toRow(call, entry));
  if (row && others.length > 0) await appendAudit(tx, row, ...others);
  else if (row && lockedAdminId)
    return appendAuditWithNextStatement(tx, INSERT_AUDIT_ROW_AND_LOCK, row, { lockedAdminId });
  else if (row) await appendAuditWithNextStatement(tx, INSERT_AUDIT_ROW, row);
  if (lockedAdminId) await sendWithNext(tx, LOCK_ACCESS, { lockedAdminId });
}

const toRow = (
  { name, meta, actor, device, request }: PipelineCall,
  { record, refusal, before, after }: AuditEntry,
): AuditRow => ({
  at: new Date(),
  adminId: actor?.id ?? null,
  adminName: actor?.name ?? null,
  action: name,
  outcome: refusal === undefined ? "done" : "refused",
  refusal: refusal ?? null,
  recordType: record?.type ?? null,
  recordId: record?.id ?? null,
  recordName: record?.name ?? null,
  before: before ?? null,
  after: after ?? null,
  address: request.address,
  device,
  requestId: request.requestId,
  byCitizen: actor !== null && meta.policy === "app",
});
