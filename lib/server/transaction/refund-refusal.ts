import "server-only";
import { Refusal } from "@/lib/server/api/errors";

/** A provider's final refusal of a refund, which must not be sent again automatically. Admins read the message. */
export class RefundRefusal extends Refusal {
  constructor(message: string) {
    super(422, "REFUND_REFUSED", message);
  }
}
