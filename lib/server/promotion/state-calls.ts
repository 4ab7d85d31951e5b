import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { raisePromotionBudget, reschedulePromotion } from "./change-running";
import { archivePromotion, endPromotion, pausePromotion, resumePromotion } from "./pause-and-end";
import { publishPromotion } from "./publish";

const { promotion: calls } = api;

/** Handlers of the calls that change the state of a promotion, its budget or its end. */
export const promotionStateHandlers = {
  publish: calls.publish.handler(({ input, context }) => publishPromotion(context, input)),
  pause: calls.pause.handler(({ input, context }) => pausePromotion(context, input)),
  resume: calls.resume.handler(({ input, context }) => resumePromotion(context, input)),
  end: calls.end.handler(({ input, context }) => endPromotion(context, input)),
  archive: calls.archive.handler(({ input, context }) => archivePromotion(context, input)),
  raise: calls.raise.handler(({ input, context }) => raisePromotionBudget(context, input)),
  reschedule: calls.reschedule.handler(({ input, context }) => reschedulePromotion(context, input)),
};
