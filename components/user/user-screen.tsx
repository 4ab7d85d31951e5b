"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { TabLinks } from "@/components/common/tab-links";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { useAccess } from "@/lib/queries/rp";
import { userQuery } from "@/lib/queries/user-single";
import { UserAccountStatus } from "./user-account-status";
import { UserActionBar } from "./user-action-bar";
import { UserAccountHistory } from "./user-activity";
import { UserDataActions } from "./user-data";
import { PendingUserDataRequests } from "./user-data-waiting";
import { UserDevices } from "./user-devices";
import { UserKycRequests } from "./user-kyc";
import { UserNotes } from "./user-notes";
import { UserProfile } from "./user-profile";
import { UserSummary } from "./user-summary";
import { parseUserTab, type UserTab } from "./user-tab-names";
import { UserWallet } from "./user-wallet";
import { USER_ACCOUNTS_URL, USERS_URL } from "./user-words";

const TAB_LABELS: Record<UserTab, string> = {
  profile: "Profile",
  wallet: "Wallet",
  transactions: "Transactions",
  kyc: "KYC",
  reports: "Reports",
  tickets: "Tickets",
  grants: "Grants",
  activity: "Activity",
  notes: "Notes",
  devices: "Devices",
  data: "Personal data",
};

type UserScreenProps = {
  userId: string;
  lastPayment: ReactNode;
  transactions: ReactNode;
  reports: ReactNode;
  tickets: ReactNode;
  grants: ReactNode;
};

/**
 * Renders a user's page: a summary above the tabs, with the open tab in the URL. `lastPayment`, `transactions`, `reports`, `tickets` and
 * `grants` are rendered by their own modules.
 */
export function UserScreen({ userId, lastPayment, transactions, reports, tickets, grants }: UserScreenProps) {
  const { data: user } = useQuery({ ...userQuery(userId), throwOnError: (_, query) => !query.state.data });
  const hiddenTabs: Partial<Record<UserTab, boolean>> = {
    kyc: !useAccess(routes.user.kyc),
    transactions: !useAccess(routes.transaction.list),
    reports: !useAccess(routes.ireport.list),
    tickets: !useAccess(routes.event.tickets),
    grants: !useAccess(routes.grant.applications),
  };
  const requestedTab = parseUserTab(useSearchParams().get("tab"));
  const tab = hiddenTabs[requestedTab] ? "profile" : requestedTab;
  if (!user) return null;
  const hrefOf = (each: UserTab) =>
    each === "profile" ? recordUrl("user", user.id) : `${recordUrl("user", user.id)}?tab=${each}`;
  const tabs = (Object.keys(TAB_LABELS) as UserTab[]).filter((each) => !hiddenTabs[each]);
  return (
    <>
      <PageHeader
        title={user.name}
        breadcrumbs={[
          { label: "User Management", href: USER_ACCOUNTS_URL },
          { label: "Users", href: USERS_URL },
        ]}
        badge={<StatusBadge status={user.status} />}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <CopyableText value={user.phone} what={`phone ${user.phone}`} />
            {user.lga}, joined <DateTime at={user.joined_at} dateOnly />
          </span>
        }
        actions={<UserActionBar user={user} />}
      />
      <UserAccountStatus user={user} />
      <PendingUserDataRequests userId={user.id} />
      <UserSummary user={user} lastPayment={lastPayment} />
      <TabLinks
        label={`Parts of ${user.name}'s page`}
        tabs={tabs.map((each) => ({ label: TAB_LABELS[each], href: hrefOf(each) }))}
        current={hrefOf(tab)}
      />
      {tab === "profile" && <UserProfile user={user} />}
      {tab === "wallet" && <UserWallet user={user} />}
      {tab === "transactions" && transactions}
      {tab === "kyc" && <UserKycRequests userId={user.id} />}
      {tab === "reports" && reports}
      {tab === "tickets" && tickets}
      {tab === "grants" && grants}
      {tab === "activity" && <UserAccountHistory userId={user.id} />}
      {tab === "notes" && <UserNotes userId={user.id} />}
      {tab === "devices" && <UserDevices userId={user.id} />}
      {tab === "data" && <UserDataActions user={user} />}
    </>
  );
}
