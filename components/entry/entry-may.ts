"use client";

import { useQuery } from "@tanstack/react-query";
import { allows, needs } from "@/lib/contract/access";
import { type EntryKind, featureOf, isLegal } from "@/lib/contract/entries.values";
import { accessQuery } from "@/lib/queries/rp";

/** What the admin may do with entries of a kind. What binds citizens asks for the right to approve besides. */
export function useEntryMay(kind: EntryKind) {
  const { data } = useQuery(accessQuery());
  const feature = featureOf(kind);
  const may = (flag: "create" | "update" | "delete" | "approve") => allows(data?.features ?? [], needs(feature, flag));
  return {
    update: may("update"),
    delete: may("delete"),
    /** Why it can't be published by this admin; null where it can. */
    publishReason:
      isLegal(kind) && !may("approve") ? "Only admins with approval rights can publish what users accept." : null,
  };
}
