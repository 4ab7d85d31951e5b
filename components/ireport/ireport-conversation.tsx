"use client";

import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { meQuery } from "@/lib/queries/auth";
import { useAccess } from "@/lib/queries/rp";
import { isReportOwnedByOtherAdmin } from "./ireport-actions";
import { IreportMessages } from "./ireport-messages";
import { IreportUpdateForm } from "./ireport-update-form";
import { useIreportComposer } from "./use-ireport-composer";

const updateDraftName = (ireportId: string) => `ireport.inform:${ireportId}`;

type Props = {
  report: IreportDetails;
  /** Opens a photo in the viewer. */
  onPhoto: (photoId: string) => void;
};

/**
 * Shows the messages between admins and the citizen. Internal notes have a separate card with another colour, icon and shortcut,
 * so that the two are not confused.
 */
export function IreportConversation({ report, onPhoto }: Props) {
  const mayInform = useAccess(ireportRoutes.inform);
  const { data: me } = useQuery(meQuery());
  const isTakenByOther = isReportOwnedByOtherAdmin(report, me?.id);
  // A duplicate accepts no updates, because its reporter receives the original report's updates.
  const isDuplicate = report.state === "duplicate";
  const mayWrite = mayInform && !isTakenByOther && !isDuplicate;
  const draft = updateDraftName(report.id);
  const composer = useIreportComposer(draft);
  useShortcuts("This report", mayWrite ? [{ key: "u", label: "Public update", run: composer.open }] : []);
  return (
    <Card className="overflow-hidden border-info/50" aria-labelledby="ireport-public">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-info-soft px-5 py-3">
        <h2 id="ireport-public" className="flex items-center gap-2 text-base font-bold">
          <Megaphone className="size-4 text-info" aria-hidden="true" /> Conversation with the citizen
        </h2>
        <span className="rounded-full bg-surface px-2 py-0.5 text-xs font-semibold text-info">
          Public: the citizen reads this
        </span>
      </header>
      <div className="space-y-4 px-5 py-4">
        <IreportMessages report={report} onPhoto={onPhoto} />
        {mayInform && isDuplicate && (
          <p className="text-sm text-muted">Write on the original report: this report's reporter reads it there too.</p>
        )}
        {mayInform && isTakenByOther && (
          <p className="text-sm text-muted">
            {report.owner?.name} is working on this report; only they can write here.
          </p>
        )}
        {mayWrite && !composer.isOpen && (
          <Button ref={composer.button} aria-keyshortcuts="u" onClick={composer.open}>
            <Megaphone aria-hidden="true" /> Write public update
            <span className="max-md:hidden">
              <Kbd>U</Kbd>
            </span>
          </Button>
        )}
        {mayInform && composer.isOpen && (
          <IreportUpdateForm report={report} draft={draft} takesFocus={composer.takesFocus} onClose={composer.close} />
        )}
      </div>
    </Card>
  );
}
