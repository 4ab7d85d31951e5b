import { needs } from "./access";
import { BODY_MAX, route } from "./route";

const feature = "Promotions";
const read = needs(feature, "read");
const create = needs(feature, "create");
const update = needs(feature, "update");
const remove = needs(feature, "delete");
const approve = needs(feature, "approve");
const exporting = needs(feature, "export");

const one = "/promotions/{promotionId}" as const;

export const promotionRoutes = {
  overview: route("GET", "/promotions/overview", read, "What promotions gave in some days against as many before"),
  list: route("GET", "/promotions", read, "Promotions, those that run first"),
  export: route("POST", "/promotions/export", exporting, "Make a link that downloads the promotions", {
    done: "Exported promotions",
    secret: true,
  }),
  abuse: route(
    "GET",
    "/promotions/abuse",
    read,
    "Redemptions of several accounts on one device, phone or identity number",
  ),
  choices: route("GET", "/promotions/choices", read, "User groups and payment methods that a promotion can name"),
  people: route("GET", "/promotions/people", update, "Citizens to try a promotion on, by name, phone or email"),
  trial: route(
    "POST",
    "/promotions/trial",
    update,
    "Whether a promotion, saved or not, would apply to a payment of a user, what it would give, and if not, why",
    { reads: true },
  ),
  create: route("POST", "/promotions", create, "Create a draft", { done: "Drafted a promotion" }),
  single: route("GET", one, read, "One promotion"),
  figures: route("GET", `${one}/figures`, read, "Uses, what was given away, payments with and without, by day"),
  update: route("PATCH", one, update, "Change a promotion that has not begun", { done: "Changed a promotion" }),
  remove: route("DELETE", one, remove, "Delete a promotion that nobody has used", { done: "Deleted a promotion" }),
  copy: route("POST", `${one}/copy`, create, "Make a draft of the same promotion, without its codes", {
    done: "Copied a promotion",
  }),
  publish: route("PATCH", `${one}/publish`, approve, "Publish a draft: it begins at its start, or at once", {
    done: "Published a promotion",
  }),
  pause: route("PATCH", `${one}/pause`, update, "Pause a promotion", { done: "Paused a promotion" }),
  resume: route("PATCH", `${one}/resume`, approve, "Resume a paused promotion", { done: "Resumed a promotion" }),
  end: route("PATCH", `${one}/end`, update, "End a promotion for good", { done: "Ended a promotion" }),
  archive: route("PATCH", `${one}/archive`, update, "Move a promotion that has ended to the archive", {
    done: "Archived a promotion",
  }),
  raise: route("PATCH", `${one}/budget`, approve, "Raise the budget of a promotion", {
    done: "Raised the budget of a promotion",
  }),
  reschedule: route("PATCH", `${one}/end-date`, update, "Change when a running promotion ends", {
    done: "Changed when a promotion ends",
  }),
  codes: route("GET", `${one}/codes`, read, "Codes of a promotion with how often each was used"),
  addCodes: route("POST", `${one}/codes`, update, "Add codes, typed or from a file; a result for each", {
    done: "Added codes to a promotion",
    body: BODY_MAX,
  }),
  generateCodes: route("POST", `${one}/codes/generate`, update, "Generate codes", {
    done: "Generated codes of a promotion",
  }),
  exportCodes: route("POST", `${one}/codes/export`, exporting, "Make a link that downloads the codes", {
    done: "Exported the codes of a promotion",
    secret: true,
  }),
  redemptions: route("GET", "/promotions/redemptions", read, "Redemptions, newest first"),
  exportRedemptions: route(
    "POST",
    "/promotions/redemptions/export",
    exporting,
    "Make a link that downloads redemptions",
    { done: "Exported redemptions", secret: true },
  ),
  quote: route(
    "POST",
    "/app/promotions/quote",
    "app",
    "Which promotions apply to a payment of a citizen, and what each would give",
    { reads: true },
  ),
};
