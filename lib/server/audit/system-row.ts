import "server-only";
import type { AuditEntry, AuditRow } from "./audit";

/**
 * The row of what happened by itself: no admin, no address.
 * @param refusal why it could not be done; null where it was
 */
export const systemRow = (
  action: string,
  { record, before, after, refusal: said }: AuditEntry,
  refusal: string | null = said ?? null,
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
