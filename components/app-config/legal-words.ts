const LEGAL_VIEWS = ["draft", "acceptances"] as const;
/** @param raw what the address says of the view */
export const legalViewOf = (raw: unknown) => LEGAL_VIEWS.find((view) => view === raw) ?? "draft";
