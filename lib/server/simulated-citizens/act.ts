import "server-only";
import type { Database } from "@/lib/server/db/client";
import { answerWhenAsked } from "./answer";
import { applyNowAndThen } from "./apply";
import { buyNowAndThen } from "./buy";
import { joinNowAndThen } from "./join";
import { payNowAndThen } from "./pay";
import { redeemNowAndThen } from "./redeem";
import { reportNowAndThen } from "./report";
import { sendNowAndThen } from "./send";

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
  await redeemNowAndThen(db, PROMOTION_SECONDS);
  await payNowAndThen(db, PAYMENT_SECONDS);
  await sendNowAndThen(db, SENDING_SECONDS);
  await joinNowAndThen(db, JOINING_SECONDS);
  await buyNowAndThen(db, ORDER_SECONDS);
  await applyNowAndThen(db, APPLICATION_SECONDS);
  await reportNowAndThen(db, REPORT_SECONDS);
  await answerWhenAsked(db, startedAt);
}
