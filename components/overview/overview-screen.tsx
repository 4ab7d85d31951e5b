"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { isFullAdministrator } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { installationQuery, meQuery } from "@/lib/queries/auth";
import { overviewQuery } from "@/lib/queries/overview";
import { accessQuery, useAccess } from "@/lib/queries/rp";
import { GrantPromotionFigures } from "./grant-promotion-figures";
import { MoneyFigures } from "./money-figures";
import { readDays } from "./overview-params";
import { PeopleFigures } from "./people-figures";
import { ReportFigures } from "./report-figures";
import { HiddenSetup, SetupChecklist, StarterSetFromUrl } from "./setup-checklist";
import { WaitingForMe } from "./waiting-for-me";

/** Renders the home page: the admin's own work, then figures of the features that they may read. Tiles link to their lists. */
export function OverviewScreen() {
  const { data: me } = useQuery(meQuery());
  const maySetUp = useAccess(routes.rp.inviteAgain);
  const { data: installation } = useQuery({ ...installationQuery(), enabled: maySetUp });
  const mayLoadSets = useAccess(routes.setup.loadStarterSet);
  const isFullAdmin = isFullAdministrator(useQuery(accessQuery()).data?.features ?? []);
  const days = readDays(useSearchParams().get("days"));
  const { data, error, isFetching, refetch } = useQuery(overviewQuery(days));
  const { money, wallet, kyc, users, ireports, promotions, grants } = data ?? {};
  return (
    <>
      <PageHeader title={`Welcome, ${me?.first_name ?? ""}`} description="Your work and today's figures" />
      {installation?.mail_is_unset && (
        <div className="mb-5">
          <Alert tone="warning" title="Mail is not set up">
            Sign-in codes, invitations and news for citizens are written to files on the server, in the folder “outbox”
            of DATA_DIR. They are mailed once operations set SMTP_URL.
          </Alert>
        </div>
      )}
      {error && !data && (
        <Card className="mb-8">
          <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {isFullAdmin && <SetupChecklist />}
      {mayLoadSets && <StarterSetFromUrl />}
      <WaitingForMe kyc={kyc} ireports={ireports} />
      {(money || wallet) && <MoneyFigures money={money} wallet={wallet} days={days} />}
      {(kyc || users) && <PeopleFigures kyc={kyc} users={users} />}
      {ireports && <ReportFigures ireports={ireports} />}
      {(promotions || grants) && <GrantPromotionFigures promotions={promotions} grants={grants} />}
      {data && Object.values(data).every((part) => !part) && (
        <Card className="p-8 text-muted">
          There are no figures for your role. Use the menu to open what you work with.
        </Card>
      )}
      {isFullAdmin && <HiddenSetup />}
    </>
  );
}
