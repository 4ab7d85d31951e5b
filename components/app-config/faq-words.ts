export const FAQ_URL = "/dashboard/app-config/faq";

const FAQ_VIEWS = ["list", "order", "misses"] as const;
type FaqView = (typeof FAQ_VIEWS)[number];
export const parseFaqView = (raw: unknown): FaqView => FAQ_VIEWS.find((view) => view === raw) ?? "list";
