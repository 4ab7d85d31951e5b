import type { EventCancellation } from "@/lib/contract/event-cancellation";
import { formatCount, formatMoney, pluralize } from "@/lib/format";

/** Returns the amount to refund in kobo. */
export const cancellationRefundAmount = ({ amount, checked_in_amount }: EventCancellation, withCheckedIn: boolean) =>
  amount + (withCheckedIn ? checked_in_amount : 0);

/** Describes the consequences of cancelling an event, one sentence each. */
export function cancellationConsequences(numbers: EventCancellation, withCheckedIn: boolean): string[] {
  const { people, reserved, tickets, checked_in } = numbers;
  if (tickets + reserved === 0) return ["Nobody has a ticket. The event is no longer shown in the app."];
  const gone = tickets - (withCheckedIn ? 0 : checked_in);
  const amount = cancellationRefundAmount(numbers, withCheckedIn);
  const kept = withCheckedIn ? 0 : checked_in;
  return [
    ...(gone > 0 ? [`${pluralize(gone, "ticket")} will be ${outcomeText(numbers, gone, amount)}.`] : []),
    ...(amount > 0 ? [`${formatMoney(amount)} is refunded the way it was paid.`] : []),
    ...(gone > 0 && amount === 0 ? ["No money is refunded."] : []),
    ...(people > 0 ? [`${pluralize(people, "person", "people")} will be notified.`] : []),
    ...(reserved > 0 ? [`${pluralize(reserved, "reservation")} ${reserved === 1 ? "ends" : "end"}.`] : []),
    ...(kept > 0
      ? [`${formatCount(kept)} checked-in ${kept === 1 ? "ticket stays as it is" : "tickets stay as they are"}.`]
      : []),
  ];
}

/** Describes what happens to tickets: free tickets are voided, paid tickets refunded. */
function outcomeText({ free }: EventCancellation, cancelledCount: number, amount: number): string {
  if (amount === 0) return "voided";
  return free === 0 || cancelledCount === 1 ? "refunded" : "refunded, or voided where they were free";
}
