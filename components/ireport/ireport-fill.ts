import { ApiError } from "@/lib/client/api-error";
import type { IreportSingle } from "@/lib/contract/ireport";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { IreportTemplate } from "@/lib/contract/ireport-set-up";

type Named = Pick<IreportSingle, "number" | "title" | "reporter">;

/** One that a template misspells counts as well: it would reach the citizen in braces. */
const PLACEHOLDER = /\{([a-z_ ]{1,40})\}/gi;

/** A template's text for this report. What the report has no value for stays as it is, to be named before it is sent. */
export function filled(text: string, { number, title, reporter }: Named): string {
  const values: Record<string, string | undefined> = { number, title, name: reporter?.name };
  return text.replace(PLACEHOLDER, (whole, name: string) => values[name.trim().toLowerCase()] ?? whole);
}

/** The placeholders that a text still holds, each once: `["{name}"]`. */
export const unfilled = (text: string): string[] => [...new Set(text.match(PLACEHOLDER))];

/** A template goes below what is typed already: nothing typed is lost. */
export const added = (typed: string, text: string) => (typed.trim() ? `${typed.trimEnd()}\n\n${text}` : text);

/** @throws what the form shows at the field, when a placeholder would reach the citizen */
export function refuseUnfilled(field: string, text: string): void {
  const open = unfilled(text);
  if (open.length === 0) return;
  const message = `Fill in or remove ${open.join(" and ")} before you send this.`;
  throw new ApiError("http", { status: 400, message, fields: { [field]: message } });
}

/** The states that a public text is for: the one that the report is in, or the one that it leads to. */
type Fit = { category: string; parent: string | null | undefined; states: readonly IreportState[] };

/** Those for the report's category and the state; the ones made for exactly that come first. */
export function templatesFor(templates: readonly IreportTemplate[], { category, parent, states }: Fit) {
  const weight = ({ category: of, state }: IreportTemplate) => (of?.id === category ? 4 : of ? 2 : 0) + (state ? 1 : 0);
  return templates
    .filter(({ category: of }) => !of || of.id === category || of.id === parent)
    .filter(({ state }) => !state || states.includes(state))
    .sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name, "en"));
}
