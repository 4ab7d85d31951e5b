import { Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { AdminRef } from "@/lib/contract/common";
import { adminLabel, pluralize } from "@/lib/format";
import type { BalancesPreviewQuery } from "./balances-preview";
import { DateTime } from "./date-time";

const BalancesPreview = lazyWithPreload(() => import("./balances-preview"), "BalancesPreview");

type AwaitingNoticeProps = {
  awaiting: {
    change: string;
    requested_by: AdminRef;
    requested_at: string;
    expires_at: string;
    approvers: readonly AdminRef[];
    kept_out: readonly (AdminRef & { reason: string })[];
  };
  /** Id of the signed-in admin. */
  me?: string;
  /** Names the approver that is needed if no admin may approve, such as "another full administrator". */
  nobody: string;
  /** Preview of the request's effect on balances, for approvers. */
  balances?: { query: BalancesPreviewQuery; isShown: boolean; onShow: () => void };
  busy: boolean;
  onWithdraw: () => void;
};

/** Shows on a record that a change awaits approval, and which admins may approve (docs/rules.md, Four eyes). */
export function AwaitingApprovalNotice({
  awaiting,
  me,
  nobody: noApproverText,
  balances,
  busy,
  onWithdraw,
}: AwaitingNoticeProps) {
  const isApprover = awaiting.approvers.some(({ id }) => id === me);
  const names = awaiting.approvers.map(({ name }) => name).join(" or ");
  return (
    <Alert tone="info" title={`Awaiting approval by ${names || `${noApproverText}: there is none at the moment`}`}>
      <p>{awaiting.change}.</p>
      <p className="mt-1 font-normal">
        Requested by {adminLabel(awaiting.requested_by)} on <DateTime at={awaiting.requested_at} />; expires{" "}
        <DateTime at={awaiting.expires_at} />.
      </p>
      {awaiting.approvers.length > 0 && (
        <p className="mt-1 font-normal">
          {awaiting.approvers.length === 1 ? "Approver" : "Approvers"}: {awaiting.approvers.map(adminLabel).join(", ")}.
        </p>
      )}
      {awaiting.kept_out.length > 0 && (
        <details className="mt-1 font-normal">
          <summary>{pluralize(awaiting.kept_out.length, "admin")} with the right can't decide it</summary>
          <ul>
            {awaiting.kept_out.map(({ id, name, email, reason }) => (
              <li key={id}>
                {name} ({email}): {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isApprover && balances?.isShown && (
        <div className="mt-2 rounded-md border border-border bg-surface p-3 font-normal">
          <Suspense>
            <BalancesPreview query={balances.query} />
          </Suspense>
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {isApprover && balances && !balances.isShown && (
          <Button
            size="sm"
            onPointerEnter={BalancesPreview.preload}
            onFocus={BalancesPreview.preload}
            onClick={balances.onShow}
          >
            Show balances before and after
          </Button>
        )}
        {isApprover && (
          <ButtonLink href="/dashboard/approvals?view=waiting" size="sm">
            Decide
          </ButtonLink>
        )}
        {awaiting.requested_by.id === me && (
          <Button size="sm" busy={busy} onClick={onWithdraw}>
            Withdraw the request
          </Button>
        )}
      </div>
    </Alert>
  );
}
