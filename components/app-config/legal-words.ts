const LEGAL_VIEWS = ["draft", "acceptances"] as const;
/** Parses `?view=`. @param raw value of the query parameter @returns "draft" if unknown */
export const parseLegalView = (raw: unknown) => LEGAL_VIEWS.find((view) => view === raw) ?? "draft";
