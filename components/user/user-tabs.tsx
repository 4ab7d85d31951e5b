"use client";

import { Suspense } from "react";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { USER_ACCOUNTS_URL, USER_GROUPS_URL, USERS_URL } from "./user-words";

const RetentionDrawer = lazyWithPreload(() => import("./retention-drawer"), "RetentionDrawer");

const TABS = [
  { label: "User Accounts", href: USER_ACCOUNTS_URL },
  { label: "User Groups", href: USER_GROUPS_URL },
];

/** Renders title and tabs of the users module. Paths that contain /users have no tabs (specification section 2). */
export function UserTabs() {
  const retention = useRecordInUrl("retention");
  return (
    <>
      <PageHeader
        title="User Management"
        actions={
          <>
            <Button
              onPointerEnter={RetentionDrawer.preload}
              onFocus={RetentionDrawer.preload}
              onClick={() => retention.open("open")}
            >
              Retention of data
            </Button>
            <ButtonLink href={USERS_URL} variant="primary">
              All users
            </ButtonLink>
          </>
        }
      />
      <TabLinks label="User management" tabs={TABS} />
      <Suspense>{retention.entry !== null && <RetentionDrawer onClose={retention.close} />}</Suspense>
    </>
  );
}
