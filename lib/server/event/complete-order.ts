import "server-only";
import { z } from "zod";
import type { Database } from "@/lib/server/db/client";
import { beginPaymentAtProvider } from "@/lib/server/transaction/begin-at-provider";
import { ussdBankOf } from "@/lib/server/transaction/complete-payment";
import { readOrderDetails } from "./order-single";

const paidOrder = z.object({ id: z.string(), payment: z.object({ id: z.string() }).nullable() });

/** Starts an order's payment at its provider after the commit, and returns the order with its checkout. */
export async function startOrderPaymentAfterCommit(db: Database, output: unknown, input: unknown): Promise<unknown> {
  const { data: order } = paidOrder.safeParse(output);
  if (!order?.payment) return output;
  await beginPaymentAtProvider(db, order.payment.id, ussdBankOf(input));
  return readOrderDetails(db, order.id);
}
