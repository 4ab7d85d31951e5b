import type { Metadata } from "next";
import { UserTickets } from "@/components/event/user-tickets";
import { UserGrants } from "@/components/grant/user-grants";
import { IreportUserReports } from "@/components/ireport/ireport-user-reports";
import { fetchAccessRightsOnce, PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { UserLastPayment } from "@/components/transaction/user-last-payment";
import { UserTransactions } from "@/components/transaction/user-transactions";
import { UserScreen } from "@/components/user/user-screen";
import { parseUserTab } from "@/components/user/user-tab-names";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { satisfiesPolicy } from "@/lib/contract/access";
import { USER_TICKET_LIST } from "@/lib/contract/event.values";
import { USER_APPLICATION_LIST } from "@/lib/contract/grant.values";
import { USER_IREPORT_LIST } from "@/lib/contract/ireport.values";
import { USER_STATEMENT_LIST } from "@/lib/contract/ledger.values";
import { routes } from "@/lib/contract/routes";
import { USER_TRANSACTION_LIST } from "@/lib/contract/transaction.values";
import { ticketListQuery } from "@/lib/queries/event-tickets";
import { applicationListQuery } from "@/lib/queries/grant-applications";
import {
  ireportAssigneesQuery,
  ireportCategoriesQuery,
  ireportDepartmentsQuery,
  ireportListQuery,
} from "@/lib/queries/ireport";
import { latestPaymentsQuery, transactionListQuery } from "@/lib/queries/transaction";
import {
  userAccountHistoryQuery,
  userDevicesQuery,
  userKycQuery,
  userNotesQuery,
  userStatementQuery,
} from "@/lib/queries/user";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { userQuery } from "@/lib/queries/user-single";

export const metadata: Metadata = { title: "User" };

type Props = PageProps<"/dashboard/user-management/users/[userId]">;

export default async function UserPage({ params, searchParams }: Props) {
  await requireAccess("user");
  const { userId } = await params;
  const search = await searchParams;
  const queries = {
    profile: [],
    wallet: [userStatementQuery({ ...toApiInput(await readListState(USER_STATEMENT_LIST, search)), userId })],
    transactions: [
      transactionListQuery({ ...toApiInput(await readListState(USER_TRANSACTION_LIST, search)), user: userId }),
    ],
    kyc: [userKycQuery(userId)],
    reports: [
      ireportListQuery({ ...toApiInput(await readListState(USER_IREPORT_LIST, search)), reporter: userId }),
      ireportCategoriesQuery(),
      ireportDepartmentsQuery(),
      ireportAssigneesQuery(),
    ],
    tickets: [ticketListQuery({ ...toApiInput(await readListState(USER_TICKET_LIST, search)), holder: userId })],
    grants: [applicationListQuery({ ...toApiInput(await readListState(USER_APPLICATION_LIST, search)), user: userId })],
    activity: [userAccountHistoryQuery(userId)],
    notes: [userNotesQuery(userId)],
    devices: [userDevicesQuery(userId)],
    data: [],
  }[parseUserTab(search.tab)];
  const { features } = await fetchAccessRightsOnce();
  const summary = [
    userDataRequestsQuery(userId),
    ...(satisfiesPolicy(features, routes.user.kyc.policy) ? [userKycQuery(userId)] : []),
    ...(satisfiesPolicy(features, routes.transaction.list.policy) ? [latestPaymentsQuery(userId)] : []),
  ];
  return (
    <PrefetchQueries required={userQuery(userId)} queries={[...queries, ...summary]}>
      <UserScreen
        userId={userId}
        lastPayment={<UserLastPayment userId={userId} />}
        transactions={<UserTransactions userId={userId} />}
        reports={<IreportUserReports userId={userId} />}
        tickets={<UserTickets userId={userId} />}
        grants={<UserGrants userId={userId} />}
      />
    </PrefetchQueries>
  );
}
