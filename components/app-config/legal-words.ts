import { defineList, type FilterRule } from "@/lib/client/list-params";

const wholeNumber: FilterRule = (raw) => (/^[1-9]\d{0,4}$/.test(raw) ? raw : "");

/** What the address of the list of acceptances can say. */
export const acceptanceListParams = defineList({
  sorts: ["accepted_at"],
  defaultSort: "-accepted_at",
  filters: { number: wholeNumber },
});

const LEGAL_VIEWS = ["draft", "acceptances"] as const;
/** @param raw what the address says of the view */
export const legalViewOf = (raw: unknown) => LEGAL_VIEWS.find((view) => view === raw) ?? "draft";
