import "server-only";
import type { AuditEntry } from "./audit";
import type { AuditRow } from "./digest";

/** Returns an audit row for an action of the system. @param refusal why the action failed; null if it succeeded */
export const systemAuditRow = (
  action: string,
  { record, before, after, refusal: entryRefusal }: AuditEntry,
  refusal: string | null = entryRefusal ?? null,
): AuditRow => ({
  at: new Date(),
  adminId: null,
  adminName: null,
  action,
  outcome: refusal === null ? "done" : "refused",
  refusal,
  recordType: record?.type ?? null,
  recordId: record?.id ?? null,
  recordName: record?.name ?? null,
  before: before ?? null,
  after: after ?? null,
  address: "",
  device: "",
  requestId: "",
});
