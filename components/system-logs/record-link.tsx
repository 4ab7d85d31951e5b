"use client";

import { HoverLink } from "@/components/ui/hover-link";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/records";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { useRecordAddress } from "@/lib/queries/records";

/** The record that an action was about, as a link where it has a page that this admin may open. */
export function RecordLink({ record }: { record: AuditTrailRow["record"] }) {
  const addressOf = useRecordAddress();
  if (!record) return "–";
  const { type, id } = record;
  // What is shown to nobody has no name, such as the photo of a report: it is called what it is.
  const name = record.name || (RECORD_KINDS[type as RecordType]?.label ?? id);
  // Anyone who reads the logs may see what an admin did, with the right to look after admins or without it.
  const href = type === "admin" ? `/dashboard/system-logs/user-activities/${id}` : addressOf(record);
  if (!href) return name;
  return (
    <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
      {name}
    </HoverLink>
  );
}
