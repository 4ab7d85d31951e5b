const SLIDER_VIEWS = ["list", "order"] as const;
export type SliderView = (typeof SLIDER_VIEWS)[number];
/** Parses the view in `?view=`. @returns "list" if unknown */
export const parseSliderView = (raw: unknown): SliderView => SLIDER_VIEWS.find((view) => view === raw) ?? "list";
