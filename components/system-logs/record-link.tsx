"use client";

import { HoverLink } from "@/components/ui/hover-link";
import { routes } from "@/lib/contract/routes";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { useMay } from "@/lib/queries/rp";

/** The record that an action was about, as a link where it has a page that this admin may open. */
export function RecordLink({ record }: { record: AuditTrailRow["record"] }) {
  const mayKyc = useMay(routes.kyc.single);
  const mayWallet = useMay(routes.systemWallet.movement);
  const mayTransaction = useMay(routes.transaction.single);
  const mayUser = useMay(routes.user.single);
  if (!record) return "–";
  const name = record.name || record.id;
  const href =
    record.type === "kyc" && mayKyc
      ? `/dashboard/kyc-management/${record.id}`
      : record.type === "admin"
        ? `/dashboard/system-logs/user-activities/${record.id}`
        : record.type === "transaction" && mayTransaction
          ? `/dashboard/transactions/all/${record.id}`
          : record.type === "wallet_movement" && mayWallet
            ? `/dashboard/wallets?movement=${record.id}`
            : record.type === "user" && mayUser
              ? `/dashboard/user-management/users/${record.id}`
              : record.type === "user_group" && mayUser
                ? `/dashboard/user-management/user-groups?group=${record.id}`
                : null;
  if (!href) return name;
  return (
    <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
      {name}
    </HoverLink>
  );
}
