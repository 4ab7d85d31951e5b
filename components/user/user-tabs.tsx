"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { ButtonLink } from "@/components/ui/button-link";
import { ACCOUNTS_URL, GROUPS_URL, USERS_URL } from "./user-words";

const TABS = [
  { label: "User Accounts", href: ACCOUNTS_URL },
  { label: "User Groups", href: GROUPS_URL },
];

/** Renders the title and tabs. Paths that contain /users have no tabs (specification section 2). */
export function UserTabs() {
  return (
    <>
      <PageHeader
        title="User Management"
        actions={
          <ButtonLink href={USERS_URL} variant="primary">
            All users
          </ButtonLink>
        }
      />
      <TabLinks label="User management" tabs={TABS} />
    </>
  );
}
