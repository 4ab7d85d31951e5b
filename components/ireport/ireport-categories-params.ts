/** What the page of the set-up shows; the first one unless the address says otherwise (`?view=`). */
export const SET_UP_VIEWS = ["categories", "departments", "templates"] as const;
export type SetUpView = (typeof SET_UP_VIEWS)[number];

export const viewOf = (raw: unknown): SetUpView => SET_UP_VIEWS.find((view) => view === raw) ?? "categories";
