import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { DateTime } from "./date-time";

type Person = { id: string; name: string };

type AwaitingNoticeProps = {
  awaiting: {
    change: string;
    requested_by: Person;
    requested_at: string;
    expires_at: string;
    approvers: readonly Person[];
  };
  /** Said where nobody can decide it: "another full administrator". */
  nobody: string;
  /** Whoever looks at it. */
  meId: string | undefined;
  withdrawing: boolean;
  onWithdraw: () => void;
};

/** "Awaiting approval by …", on the record itself (product.md, Four eyes). */
export function AwaitingNotice({ awaiting, nobody, meId, withdrawing, onWithdraw }: AwaitingNoticeProps) {
  const mayDecide = awaiting.approvers.some(({ id }) => id === meId);
  const names = awaiting.approvers.map(({ name }) => name).join(" or ");
  return (
    <Alert tone="info" title={`Awaiting approval by ${names || `${nobody}: there is none at the moment`}`}>
      <p>{awaiting.change}.</p>
      <p className="mt-1 font-normal">
        Asked for by {awaiting.requested_by.name} on <DateTime at={awaiting.requested_at} />; expires{" "}
        <DateTime at={awaiting.expires_at} />.
      </p>
      <div className="mt-2 flex gap-2">
        {mayDecide && (
          <ButtonLink href="/dashboard/approvals" size="sm">
            Decide
          </ButtonLink>
        )}
        {awaiting.requested_by.id === meId && (
          <Button size="sm" busy={withdrawing} onClick={onWithdraw}>
            Withdraw the request
          </Button>
        )}
      </div>
    </Alert>
  );
}
