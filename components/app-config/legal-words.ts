const LEGAL_VIEWS = ["draft", "acceptances"] as const;
/** Parses the view in `?view=`. @returns "draft" if unknown */
export const parseLegalView = (raw: unknown) => LEGAL_VIEWS.find((view) => view === raw) ?? "draft";
