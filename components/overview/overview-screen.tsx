"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { isStatus } from "@/lib/client/api-error";
import { isFullAdministrator } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { installationQuery, meQuery } from "@/lib/queries/auth";
import { homeFiguresQuery } from "@/lib/queries/overview";
import { accessQuery, useAccess } from "@/lib/queries/rp";
import { HomePeriodBar } from "./home-period";
import { ModuleFigures } from "./module-figures";
import { parseHomePeriod } from "./overview-params";
import { HiddenSetup, SetupChecklist, StarterSetFromUrl } from "./setup-checklist";
import { WaitingForMe } from "./waiting-for-me";

/** Renders the home page: the admin's own work, then figures of the modules that they may read. */
export function OverviewScreen() {
  const { data: me } = useQuery(meQuery());
  const maySetUp = useAccess(routes.rp.inviteAgain);
  const { data: installation } = useQuery({ ...installationQuery(), enabled: maySetUp });
  const mayLoadSets = useAccess(routes.setup.loadStarterSet);
  const isFullAdmin = isFullAdministrator(useQuery(accessQuery()).data?.features ?? []);
  const search = useSearchParams();
  const period = parseHomePeriod((name) => search.get(name));
  const { data, error, isFetching, refetch } = useQuery(homeFiguresQuery(period));
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
      {isFullAdmin && <SetupChecklist />}
      {mayLoadSets && <StarterSetFromUrl />}
      <div className="flex flex-wrap gap-4 *:min-w-0">
        <div className="basis-full">
          <WaitingForMe />
        </div>
        <HomePeriodBar period={period} days={data} />
        {error && !data && (
          <Card className="basis-full">
            <LoadFailed
              message={error.message}
              busy={isFetching}
              onRetry={isStatus(error, 400) ? undefined : refetch}
            />
          </Card>
        )}
        {data?.modules.map((module) => (
          <ModuleFigures key={module.feature} {...module} onRetry={refetch} />
        ))}
        {data?.modules.length === 0 && (
          <Card className="basis-full p-8 text-muted">
            There are no figures for your role. Use the menu to open what you work with.
          </Card>
        )}
      </div>
      {isFullAdmin && <HiddenSetup />}
    </>
  );
}
