import "server-only";
import { Refusal } from "@/lib/server/api/errors";

/** A provider's final refusal of a payout order, which must not be sent again. Admins read the message. */
export class PayoutRefusal extends Refusal {
  constructor(message: string) {
    super(422, "PAYOUT_REFUSED", message);
  }
}
