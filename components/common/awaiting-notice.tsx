import { Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyPart } from "@/components/ui/lazy-part";
import type { LookQuery } from "./balances-preview";
import { DateTime } from "./date-time";

const BalancesPreview = lazyPart(() => import("./balances-preview"), "BalancesPreview");

type AwaitingNoticeProps = {
  awaiting: {
    change: string;
    requested_by: { id: string; name: string };
    requested_at: string;
    expires_at: string;
    approvers: readonly { id: string; name: string }[];
  };
  /** The admin who looks at it. */
  me?: string;
  /** Who is missing when nobody can decide: "another full administrator". */
  nobody: string;
  /** What it does to balances, for anyone who decides it. */
  balances?: { query: LookQuery; isShown: boolean; onShow: () => void };
  busy: boolean;
  onWithdraw: () => void;
};

/** "Awaiting approval by …", on the record itself (docs/rules.md, Four eyes). */
export function AwaitingNotice({ awaiting, me, nobody, balances, busy, onWithdraw }: AwaitingNoticeProps) {
  const decides = awaiting.approvers.some(({ id }) => id === me);
  const names = awaiting.approvers.map(({ name }) => name).join(" or ");
  return (
    <Alert tone="info" title={`Awaiting approval by ${names || `${nobody}: there is none at the moment`}`}>
      <p>{awaiting.change}.</p>
      <p className="mt-1 font-normal">
        Requested by {awaiting.requested_by.name} on <DateTime at={awaiting.requested_at} />; expires{" "}
        <DateTime at={awaiting.expires_at} />.
      </p>
      {decides && balances?.isShown && (
        <div className="mt-2 rounded-md border border-border bg-surface p-3 font-normal">
          <Suspense>
            <BalancesPreview query={balances.query} />
          </Suspense>
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {decides && balances && !balances.isShown && (
          <Button
            size="sm"
            onPointerEnter={BalancesPreview.preload}
            onFocus={BalancesPreview.preload}
            onClick={balances.onShow}
          >
            Show balances before and after
          </Button>
        )}
        {decides && (
          <ButtonLink href="/dashboard/approvals" size="sm">
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
