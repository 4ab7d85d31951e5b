"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutList } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { isFullAdministrator } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { installationQuery, meQuery } from "@/lib/queries/auth";
import { homeLayoutQuery } from "@/lib/queries/overview";
import { accessQuery, useAccess } from "@/lib/queries/rp";
import { HomeBlocks } from "./home-blocks";
import { parseHomePeriod } from "./overview-params";
import { SetupChecklist, ShowSetupChecklistButton, StarterSetDialogFromUrl } from "./setup-checklist";

const ArrangeHomeDialog = lazyWithPreload(() => import("./arrange-dialog"), "ArrangeHomeDialog");

/** Renders Home in the admin's arrangement: waiting work, and changes and figures of permitted modules. */
export function HomeScreen() {
  const { data: me } = useQuery(meQuery());
  const maySetUp = useAccess(routes.rp.inviteAgain);
  const { data: installation } = useQuery({ ...installationQuery(), enabled: maySetUp });
  const mayLoadSets = useAccess(routes.setup.loadStarterSet);
  const isFullAdmin = isFullAdministrator(useQuery(accessQuery()).data?.features ?? []);
  const search = useSearchParams();
  const { data: layout } = useQuery(homeLayoutQuery());
  const [isArranging, setArranging] = useState(false);
  return (
    <>
      <PageHeader
        title={`Welcome, ${me?.first_name ?? ""}`}
        description="Your work and today's figures"
        actions={
          layout && (
            <Button
              onPointerEnter={ArrangeHomeDialog.preload}
              onFocus={ArrangeHomeDialog.preload}
              onClick={() => setArranging(true)}
            >
              <LayoutList aria-hidden="true" /> Arrange
            </Button>
          )
        }
      />
      {installation?.mail_is_unset && (
        <div className="mb-5">
          <Alert tone="warning" title="Mail is not set up">
            Sign-in codes, invitations and news for citizens are written to files on the server, in the folder “outbox”
            of DATA_DIR. They are mailed once operations set SMTP_URL.
          </Alert>
        </div>
      )}
      {isFullAdmin && <SetupChecklist />}
      {mayLoadSets && <StarterSetDialogFromUrl />}
      <HomeBlocks period={parseHomePeriod((name) => search.get(name))} />
      {isFullAdmin && <ShowSetupChecklistButton />}
      <Suspense>
        {isArranging && layout && <ArrangeHomeDialog layout={layout} onClose={() => setArranging(false)} />}
      </Suspense>
    </>
  );
}
