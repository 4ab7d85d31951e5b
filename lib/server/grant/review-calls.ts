import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { readVisibleReviews } from "./read-reviews";
import { declareConflict, reviewApplication } from "./review-application";

const { grant: calls } = api;

/** Handlers of the calls with which admins score applications and declare conflicts of interest. */
export const grantReviewHandlers = {
  reviews: calls.reviews.handler(({ input, context: { db, admin } }) =>
    readVisibleReviews(db, admin.id, input.applicationId),
  ),
  review: calls.review.handler(({ input, context }) => reviewApplication(context, input)),
  declareConflict: calls.declareConflict.handler(({ input, context }) => declareConflict(context, input)),
};
