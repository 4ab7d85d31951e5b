/** A JSON object. */
export type Json = Record<string, unknown>;
/** A payment of the fake Paystack. */
export type Payment = {
  id: number;
  reference: string;
  status: string;
  amount: number;
  requested_amount?: number;
  currency: string;
  channel: string;
  gateway_response: string;
  fees: number;
};
/** A payout of the fake Paystack. */
export type Transfer = {
  id: number;
  reference: string;
  status: string;
  amount: number;
  currency: string;
  transfer_code: string;
  recipient: string;
};
/** A refund of the fake Paystack. */
export type Refund = { id: number; transaction: number; amount: number; merchant_note: string };

/** Faults of the next requests. `lost` does what was requested and then cuts the connection. */
export type Fault =
  | "error"
  | "forbidden"
  | "too many"
  | "too many for long"
  | "garbage"
  | "html"
  | "cut"
  | "lost"
  | "hang";
