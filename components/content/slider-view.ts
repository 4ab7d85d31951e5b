const SLIDER_VIEWS = ["list", "order"] as const;
export type SliderView = (typeof SLIDER_VIEWS)[number];
/** @param raw what the address says of the view */
export const sliderViewOf = (raw: unknown): SliderView => SLIDER_VIEWS.find((view) => view === raw) ?? "list";
