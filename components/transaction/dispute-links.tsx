import { Deadline } from "@/components/common/due";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { recordUrl } from "@/lib/contract/records";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { disputeLabel } from "./dispute-words";

/** Links a payment to the disputes that its provider reports, with the due time of the answer. Renders nothing if there are no disputes. */
export function DisputeLinks({ disputes }: { disputes: TransactionDetails["provider_disputes"] }) {
  return disputes.map(({ id, state, due_at, needs_answer }) => (
    <div key={id} className="mb-5">
      <Alert
        tone={needs_answer ? "warning" : "info"}
        title={
          needs_answer
            ? "Disputed by the payer's bank"
            : `Dispute of the payer's bank: ${disputeLabel(state).toLowerCase()}`
        }
        action={
          <ButtonLink size="sm" href={recordUrl("dispute", id)}>
            {needs_answer ? "Answer" : "Open"}
          </ButtonLink>
        }
      >
        {needs_answer && (
          <p>
            Answer <Deadline at={due_at} />.
          </p>
        )}
      </Alert>
    </div>
  ));
}
