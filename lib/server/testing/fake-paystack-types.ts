/** A JSON object. */
export type JsonObject = Record<string, unknown>;
/** A payment of the fake Paystack. */
export type PaystackPayment = {
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
export type PaystackTransfer = {
  id: number;
  reference: string;
  status: string;
  amount: number;
  currency: string;
  transfer_code: string;
  recipient: string;
  createdAt?: string;
};
/** A refund of the fake Paystack. */
export type PaystackRefund = {
  id: number;
  transaction: number;
  amount: number;
  merchant_note: string;
  /** Reference of the refunded payment; set only in tests of the list of all refunds. */
  transaction_reference?: string;
  status?: string;
  settlement?: number | null;
  dispute?: number | null;
  createdAt?: string;
};

/** Faults that the fake Paystack shows in the next requests. `lost` carries out the request and then cuts the connection. */
export type PaystackFault =
  | "error"
  | "forbidden"
  | "too many"
  | "too many for long"
  | "garbage"
  | "html"
  | "cut"
  | "lost"
  | "hang";
