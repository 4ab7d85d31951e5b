import { policiesOf } from "./access";
import { BODY_MAX, route } from "./route";

const { read, create, update, remove, approve, exporting } = policiesOf("Promotions");

const one = "/promotions/{promotionId}" as const;

export const promotionRoutes = {
  overview: route("GET", "/promotions/overview", read),
  list: route("GET", "/promotions", read),
  export: route("POST", "/promotions/export", exporting, { secret: true }),
  abuse: route("GET", "/promotions/abuse", read),
  choices: route("GET", "/promotions/choices", read),
  people: route("GET", "/promotions/people", update),
  trial: route("POST", "/promotions/trial", update, { reads: true }),
  create: route("POST", "/promotions", create),
  single: route("GET", one, read),
  figures: route("GET", `${one}/figures`, read),
  update: route("PATCH", one, update),
  remove: route("DELETE", one, remove),
  copy: route("POST", `${one}/copy`, create),
  publish: route("PATCH", `${one}/publish`, approve),
  pause: route("PATCH", `${one}/pause`, update),
  resume: route("PATCH", `${one}/resume`, approve),
  end: route("PATCH", `${one}/end`, update),
  archive: route("PATCH", `${one}/archive`, update),
  raise: route("PATCH", `${one}/budget`, approve),
  reschedule: route("PATCH", `${one}/end-date`, update),
  codes: route("GET", `${one}/codes`, read),
  addCodes: route("POST", `${one}/codes`, update, { body: BODY_MAX }),
  generateCodes: route("POST", `${one}/codes/generate`, update),
  exportCodes: route("POST", `${one}/codes/export`, exporting, { secret: true }),
  redemptions: route("GET", "/promotions/redemptions", read),
  exportRedemptions: route("POST", "/promotions/redemptions/export", exporting, {
    secret: true,
    proof: true,
    personal: ["redemption.name", "redemption.phone"],
  }),
  quote: route("POST", "/app/promotions/quote", "app", { reads: true }),
};
