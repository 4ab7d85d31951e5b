"use client";

import type { ReactNode } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { IreportDetails } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { useAccess } from "@/lib/queries/rp";
import { IreportCategoryWithChangeButton } from "./ireport-category-change";
import { IreportDeadline } from "./ireport-due";
import { IreportOwner } from "./ireport-owner";
import { IreportPriorityField } from "./ireport-priority-change";

type Props = {
  report: IreportDetails;
  /** True if the current admin may change the report now. */
  enabled: boolean;
};

/** Renders a report's deadlines, owner, priority, category and reporter. */
export function IreportFacts({ report, enabled }: Props) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Current state", <IreportDeadline key="state" report={report} of="state" />],
    ["Whole report", <IreportDeadline key="report" report={report} of="report" />],
    ["Owner", <IreportOwner key="owner" report={report} />],
    ["Priority", <IreportPriorityField key="priority" report={report} enabled={enabled} />],
    ["Category", <IreportCategoryWithChangeButton key="category" report={report} enabled={enabled} />],
    ["Reporter", <Reporter key="reporter" reporter={report.reporter} />],
  ];
  return (
    <Card className="px-5 py-4" aria-label="Facts">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted">{term}</dt>
            <FreeText as="dd" className="font-semibold">
              {value}
            </FreeText>
          </div>
        ))}
      </dl>
      {(report.escalated_at || report.reopened > 0) && (
        <p className="mt-3 border-t border-border pt-3 text-sm text-muted">
          {report.escalated_at && (
            <>
              Escalated to the department's lead <DateTime at={report.escalated_at} />
            </>
          )}
          {report.escalated_at && report.reopened > 0 && " · "}
          {report.reopened > 0 && (report.reopened === 1 ? "Reopened once" : `Reopened ${report.reopened} times`)}
        </p>
      )}
    </Card>
  );
}

/** CSS classes of the links to the reporter's page and phone number, which are on adjacent lines. 24 px high for touch screens. */
const LINK_CLASS = "inline-block rounded-sm leading-6 underline-offset-4 hover:underline";

/**
 * Shows the reporter's name and phone number. Anonymous reporters have neither name nor number; they follow the report with a code.
 */
function Reporter({ reporter }: Pick<IreportDetails, "reporter">) {
  const mayReadUsers = useAccess(routes.user.single);
  if (!reporter)
    return (
      <>
        Anonymous
        <span className="block font-normal text-muted">Follows by code</span>
      </>
    );
  return (
    <>
      {mayReadUsers ? (
        <HoverLink href={recordUrl("user", reporter.id)} className={`${LINK_CLASS} text-primary`}>
          {reporter.name}
        </HoverLink>
      ) : (
        reporter.name
      )}
      <span className="block font-normal">
        <CopyableText value={reporter.phone} what={`phone ${reporter.phone}`}>
          <a href={`tel:${reporter.phone}`} className={LINK_CLASS}>
            {reporter.phone}
          </a>
        </CopyableText>
      </span>
    </>
  );
}
