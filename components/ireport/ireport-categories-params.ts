/** Sections of the page for categories, departments and templates, chosen by `?view=`. Defaults to the first. */
export const IREPORT_SETUP_VIEWS = ["categories", "departments", "templates"] as const;
/** Section of the page that configures reports. */
export type IreportSetupView = (typeof IREPORT_SETUP_VIEWS)[number];

/** Parses the open section from the URL. Defaults to categories. */
export const parseIreportSetupView = (raw: unknown): IreportSetupView =>
  IREPORT_SETUP_VIEWS.find((view) => view === raw) ?? "categories";
