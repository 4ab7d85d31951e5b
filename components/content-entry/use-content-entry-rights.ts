"use client";

import { useQuery } from "@tanstack/react-query";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import {
  type ContentEntryKind,
  featureOfContentEntryKind,
  isLegalContentEntryKind,
} from "@/lib/contract/content-entries.values";
import { accessQuery } from "@/lib/queries/rp";

/** Returns the admin's rights on a kind of content entry. Publishing legal texts needs the right to approve. */
export function useContentEntryRights(kind: ContentEntryKind) {
  const { data } = useQuery(accessQuery());
  const feature = featureOfContentEntryKind(kind);
  const may = (flag: "create" | "update" | "delete" | "approve") =>
    satisfiesPolicy(data?.features ?? [], accessPolicy(feature, flag));
  return {
    update: may("update"),
    delete: may("delete"),
    /** Reason why the admin can't publish entries of this kind; null if they can. */
    publishReason:
      isLegalContentEntryKind(kind) && !may("approve")
        ? "Only admins with approval rights can publish what users accept."
        : null,
  };
}
