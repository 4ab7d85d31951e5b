import { accessPoliciesOf } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update, remove, approve, exporting } = accessPoliciesOf("Promotions");

const promotionPath = "/promotions/{promotionId}" as const;

/** Method, path and policy of the calls of the Promotions module. */
export const promotionRoutes = {
  overview: route("GET", "/promotions/overview", read, { replica: true }),
  list: route("GET", "/promotions", read, { replica: true }),
  export: route("POST", "/promotions/export", exporting, { secret: true }),
  abuse: route("GET", "/promotions/abuse", read, { replica: true }),
  choices: route("GET", "/promotions/choices", read),
  people: route("GET", "/promotions/people", update),
  trial: route("POST", "/promotions/trial", update, { reads: true }),
  create: route("POST", "/promotions", create),
  single: route("GET", promotionPath, read),
  figures: route("GET", `${promotionPath}/figures`, read, { replica: true }),
  update: route("PATCH", promotionPath, update),
  remove: route("DELETE", promotionPath, remove),
  copy: route("POST", `${promotionPath}/copy`, create),
  publish: route("PATCH", `${promotionPath}/publish`, approve),
  pause: route("PATCH", `${promotionPath}/pause`, update),
  resume: route("PATCH", `${promotionPath}/resume`, approve),
  end: route("PATCH", `${promotionPath}/end`, update),
  archive: route("PATCH", `${promotionPath}/archive`, update),
  raise: route("PATCH", `${promotionPath}/budget`, approve),
  reschedule: route("PATCH", `${promotionPath}/end-date`, update),
  codes: route("GET", `${promotionPath}/codes`, read, { replica: true }),
  addCodes: route("POST", `${promotionPath}/codes`, update, { body: MAX_BODY_BYTES }),
  generateCodes: route("POST", `${promotionPath}/codes/generate`, update),
  exportCodes: route("POST", `${promotionPath}/codes/export`, exporting, { secret: true }),
  redemptions: route("GET", "/promotions/redemptions", read, { replica: true }),
  exportRedemptions: route("POST", "/promotions/redemptions/export", exporting, {
    secret: true,
    proof: true,
    personal: ["redemption.name", "redemption.phone"],
  }),
  quote: route("POST", "/app/promotions/quote", "app", { reads: true }),
};
