import { useQuery } from "@tanstack/react-query";
import { satisfiesPolicy } from "@/lib/contract/access";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import { accessQuery } from "./rp";

/** Returns a function that maps a record to its URL, or to null if the record has no page that this admin may open. */
export function useRecordUrl(): (record: { type: string; id: string; name: string }) => string | null {
  const rights = useQuery(accessQuery()).data?.features ?? [];
  return (record) => {
    const { address, opens } = RECORD_KINDS[record.type as RecordType] ?? {};
    return address && opens && satisfiesPolicy(rights, opens.policy) ? address(record) : null;
  };
}
