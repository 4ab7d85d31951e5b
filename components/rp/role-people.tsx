"use client";

import Link from "next/link";
import type { RoleDetails } from "@/lib/contract/rp";
import { adminLabel, pluralize } from "@/lib/format";
import { ADMINS_URL } from "./rp-tabs";

/** Maximum number of admins listed before "and 12 more". */
const MAX_NAMES = 5;

/** Lists the admins whose rights change with the role. */
export function RoleMembers({ role }: { role: RoleDetails }) {
  if (role.members === 0) return <p className="text-sm text-muted">This role has no members.</p>;
  const names = role.people
    .slice(0, MAX_NAMES)
    .map((admin) => (admin.status === "active" ? adminLabel(admin) : `${adminLabel(admin)}, ${admin.status}`));
  const unnamedCount = role.members - names.length;
  return (
    <p className="text-sm">
      <span className="text-muted">A change affects </span>
      <Link
        href={`${ADMINS_URL}?roleId=${role.roleId}`}
        prefetch={false}
        className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
      >
        {pluralize(role.members, "admin")}
      </Link>
      <span className="text-muted"> immediately: </span>
      {names.join(", ")}
      {unnamedCount > 0 && ` and ${unnamedCount} more`}
    </p>
  );
}
