import "server-only";
import type { Database } from "@/lib/server/db/client";
import { simulateReportAnswer } from "./answer";
import { simulateGrantApplication } from "./apply";
import { simulateTicketOrder } from "./buy";
import { simulateAccountOpening } from "./join";
import { simulatePayment } from "./pay";
import { simulatePromotionUse } from "./redeem";
import { simulateReport } from "./report";
import { simulateTransfer } from "./send";

/** Minimum seconds between two actions of the same kind, so that lists change rarely while a viewer reads them. */
const PAYMENT_SECONDS = 180;
const REPORT_SECONDS = 600;
const ORDER_SECONDS = 240;
const PROMOTION_SECONDS = 300;
const APPLICATION_SECONDS = 420;
const SENDING_SECONDS = 360;
const JOINING_SECONDS = 1_200;

const startedAt = new Date();

/**
 * Lets simulated citizens act from time to time through the citizen app's API, so that viewers of a demo see new records. No real
 * person is involved. Add new kinds of actions here.
 */
export async function actAsCitizens(db: Database): Promise<void> {
  await simulatePromotionUse(db, PROMOTION_SECONDS);
  await simulatePayment(db, PAYMENT_SECONDS);
  await simulateTransfer(db, SENDING_SECONDS);
  await simulateAccountOpening(db, JOINING_SECONDS);
  await simulateTicketOrder(db, ORDER_SECONDS);
  await simulateGrantApplication(db, APPLICATION_SECONDS);
  await simulateReport(db, REPORT_SECONDS);
  await simulateReportAnswer(db, startedAt);
}
