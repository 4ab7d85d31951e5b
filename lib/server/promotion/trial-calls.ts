import "server-only";
import { canSeeField } from "@/lib/contract/personal.values";
import { api } from "@/lib/server/api/pipeline";
import { toUnpagedList } from "@/lib/server/lists/list";
import { findPeople } from "@/lib/server/user/find-people";
import { listPromotionFormOptions } from "./choices";
import { tryPromotion } from "./try-promotion";

const { promotion: calls } = api;

/** Handlers of the calls with which admins try whether a promotion applies to a user's payment. */
export const promotionTrialHandlers = {
  choices: calls.choices.handler(({ context: { db } }) => listPromotionFormOptions(db)),
  people: calls.people.handler(({ input, context: { db, admin } }) =>
    toUnpagedList(findPeople(db, input.q, canSeeField(admin.rights, "trial.phone"))),
  ),
  trial: calls.trial.handler(({ input, context: { db } }) => tryPromotion(db, input)),
};
