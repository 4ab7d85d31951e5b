import type { Metadata } from "next";
import { userTicketParams } from "@/components/event/ticket-list-params";
import { UserTickets } from "@/components/event/user-tickets";
import { userApplicationParams } from "@/components/grant/application-list-params";
import { UserGrants } from "@/components/grant/user-grants";
import { userReportParams } from "@/components/ireport/ireport-user-params";
import { IreportUserReports } from "@/components/ireport/ireport-user-reports";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { userTransactionParams } from "@/components/transaction/transaction-params";
import { UserTransactions } from "@/components/transaction/user-transactions";
import { tabOf, userStatementParams } from "@/components/user/user-list-params";
import { UserScreen } from "@/components/user/user-screen";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { ticketListQuery } from "@/lib/queries/event-tickets";
import { applicationListQuery } from "@/lib/queries/grant-applications";
import {
  ireportAssigneesQuery,
  ireportCategoriesQuery,
  ireportDepartmentsQuery,
  ireportListQuery,
} from "@/lib/queries/ireport";
import { transactionListQuery } from "@/lib/queries/transaction";
import { userActivityQuery, userKycQuery, userNotesQuery, userQuery, userStatementQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User" };

type Props = PageProps<"/dashboard/user-management/users/[userId]">;

export default async function UserPage({ params, searchParams }: Props) {
  await guard("user");
  const { userId } = await params;
  const search = await searchParams;
  const queries = {
    profile: [],
    wallet: [userStatementQuery({ ...toApiInput(parseListParams(userStatementParams, search)), userId })],
    transactions: [
      transactionListQuery({ ...toApiInput(parseListParams(userTransactionParams, search)), user: userId }),
    ],
    kyc: [userKycQuery(userId)],
    reports: [
      ireportListQuery({ ...toApiInput(parseListParams(userReportParams, search)), reporter: userId }),
      ireportCategoriesQuery(),
      ireportDepartmentsQuery(),
      ireportAssigneesQuery(),
    ],
    tickets: [ticketListQuery({ ...toApiInput(parseListParams(userTicketParams, search)), holder: userId })],
    grants: [applicationListQuery({ ...toApiInput(parseListParams(userApplicationParams, search)), user: userId })],
    activity: [userActivityQuery(userId)],
    notes: [userNotesQuery(userId)],
  }[tabOf(search.tab)];
  return (
    <Prefetched required={userQuery(userId)} queries={queries}>
      <UserScreen
        userId={userId}
        transactions={<UserTransactions userId={userId} />}
        reports={<IreportUserReports userId={userId} />}
        tickets={<UserTickets userId={userId} />}
        grants={<UserGrants userId={userId} />}
      />
    </Prefetched>
  );
}
