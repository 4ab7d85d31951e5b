"use client";

import { usePathname } from "next/navigation";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";

/** URLs of the module Roles and permissions. */
export const ROLES_AND_PERMISSIONS_URL = "/dashboard/roles-and-permissions";
export const ADMINS_URL = `${ROLES_AND_PERMISSIONS_URL}/admin-users`;
export const ROLES_URL = `${ADMINS_URL}/roles`;

const TABS = [
  { label: "All Admin Users", href: ADMINS_URL },
  { label: "Roles", href: ROLES_URL },
];

/** Renders the header of Roles and permissions and its two tabs (specification section 2). */
export function RolesAndPermissionsTabs() {
  const isOverview = usePathname() === ROLES_AND_PERMISSIONS_URL;
  return (
    <>
      {isOverview ? (
        <PageHeader title="Roles & Permissions" description="Admins, and what they may do." />
      ) : (
        <PageHeader
          title="Admin Users"
          breadcrumbs={[{ label: "Roles & Permissions", href: ROLES_AND_PERMISSIONS_URL }]}
        />
      )}
      <TabLinks label="Admin users and roles" tabs={TABS} />
    </>
  );
}
