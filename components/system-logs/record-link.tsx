"use client";

import { HoverLink } from "@/components/ui/hover-link";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { useRecordUrl } from "@/lib/queries/records";

/** Renders the record that an audited action changed, as a link if the record has a page that this admin may open. */
export function RecordLink({ record }: { record: AuditTrailRow["record"] }) {
  const hrefOf = useRecordUrl();
  if (!record) return "–";
  const { type, id } = record;
  // Shows only the kind of a record that has no name, such as a photo of a report.
  const name = record.name || (RECORD_KINDS[type as RecordType]?.label ?? id);
  // Links an admin to their activity in the logs, which is visible without the right to manage admins.
  const href = type === "admin" ? `/dashboard/system-logs/user-activities/${id}` : hrefOf(record);
  if (!href) return name;
  return (
    <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
      {name}
    </HoverLink>
  );
}
