/** Sections of the page for categories, departments and templates, chosen by `?view=`. Defaults to the first. */
export const SET_UP_VIEWS = ["categories", "departments", "templates"] as const;
export type SetUpView = (typeof SET_UP_VIEWS)[number];

export const parseSetUpView = (raw: unknown): SetUpView => SET_UP_VIEWS.find((view) => view === raw) ?? "categories";
