import "server-only";
import { Refusal } from "@/lib/server/api/errors";

/** A provider's final no to an order for a payout: to send it again is no use. The message is read by admins. */
export class PayoutRefusal extends Refusal {
  constructor(message: string) {
    super(422, "PAYOUT_REFUSED", message);
  }
}
