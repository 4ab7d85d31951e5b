import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { DateTime } from "./date-time";

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
  busy: boolean;
  onWithdraw: () => void;
};

/** "Awaiting approval by …", on the record itself (product.md, Four eyes). */
export function AwaitingNotice({ awaiting, me, nobody, busy, onWithdraw }: AwaitingNoticeProps) {
  const names = awaiting.approvers.map(({ name }) => name).join(" or ");
  return (
    <Alert tone="info" title={`Awaiting approval by ${names || `${nobody}: there is none at the moment`}`}>
      <p>{awaiting.change}.</p>
      <p className="mt-1 font-normal">
        Asked for by {awaiting.requested_by.name} on <DateTime at={awaiting.requested_at} />; expires{" "}
        <DateTime at={awaiting.expires_at} />.
      </p>
      <div className="mt-2 flex gap-2">
        {awaiting.approvers.some(({ id }) => id === me) && (
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
