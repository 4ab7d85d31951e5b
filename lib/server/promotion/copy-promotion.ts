import "server-only";
import { v7 as uuid } from "uuid";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { PROMOTION_NAME_MAX } from "@/lib/contract/promotion.values";
import type { WriteContext } from "@/lib/server/api/context";
import { promotions } from "@/lib/server/db/schema/promotion";
import { readDatabaseTimeMs } from "@/lib/server/event/record";
import { promotionAuditFieldsOf, setPromotionGroups } from "./promotion-fields";
import { lockPromotion, promotionRecordRef } from "./record";
import { readPromotionDetails, readPromotionGroups } from "./single";

/** Creates a draft copy of a promotion, without past dates. Omits codes, because each belongs to one promotion. @throws 404 */
export async function copyPromotion(
  { tx, admin, audit }: WriteContext,
  promotionId: string,
): Promise<PromotionDetails> {
  const source = await lockPromotion(tx, promotionId);
  const now = await readDatabaseTimeMs(tx);
  const keepIfFuture = (moment: Date | null) => (moment && moment.getTime() > now ? moment : null);
  const [created] = await tx
    .insert(promotions)
    .values({
      id: uuid(),
      name: copyName(source.name),
      description: source.description,
      trigger: source.trigger,
      kind: source.kind,
      basisPoints: source.basisPoints,
      flatAmount: source.flatAmount,
      cap: source.cap,
      minimum: source.minimum,
      types: source.types,
      channels: source.channels,
      firstPaymentOnly: source.firstPaymentOnly,
      usesTotal: source.usesTotal,
      usesPerUser: source.usesPerUser,
      usesPerCode: source.usesPerCode,
      budget: source.budget,
      startsAt: keepIfFuture(source.startsAt),
      endsAt: keepIfFuture(source.endsAt),
      copiedFrom: source.id,
      createdBy: admin.id,
    })
    .returning();
  if (!created) throw new Error("The copy was not inserted.");
  const groups = await readPromotionGroups(tx, source.id);
  await setPromotionGroups(
    tx,
    created.id,
    groups.map(({ id }) => id),
  );
  audit({
    record: promotionRecordRef(created),
    after: { ...(await promotionAuditFieldsOf(tx, created)), copy_of: source.name },
  });
  return readPromotionDetails(tx, created.id);
}

/** Shortens the name by whole code points, so that no character is cut in half. */
function copyName(name: string): string {
  const letters = [...`Copy of ${name}`];
  while (letters.join("").length > PROMOTION_NAME_MAX) letters.pop();
  return letters.join("");
}
