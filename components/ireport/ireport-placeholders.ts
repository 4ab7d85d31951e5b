import { ApiError } from "@/lib/client/api-error";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { IreportTemplate } from "@/lib/contract/ireport-set-up";

type TemplateValues = Pick<IreportDetails, "number" | "title" | "reporter">;

/** Matches placeholders in a reply template. Matches misspelt placeholders too, so that citizens never receive a text with braces. */
const PLACEHOLDER = /\{([a-z_ ]{1,40})\}/gi;

/** Fills in the placeholders of a reply template. A placeholder without a value stays in the text, which can't be sent until it is replaced. */
export function fillPlaceholders(text: string, { number, title, reporter }: TemplateValues): string {
  const values: Record<string, string | undefined> = { number, title, name: reporter?.name };
  return text.replace(PLACEHOLDER, (match, name: string) => values[name.trim().toLowerCase()] ?? match);
}

/** Returns the placeholders that a text still contains, each once: `["{name}"]`. */
export const unfilledPlaceholders = (text: string): string[] => [...new Set(text.match(PLACEHOLDER))];

/** Appends a reply template to the typed text. */
export const appendReplyTemplate = (typed: string, text: string) =>
  typed.trim() ? `${typed.trimEnd()}\n\n${text}` : text;

/** Throws if a text still contains placeholders. @throws ApiError with a message for the field */
export function refuseUnfilledPlaceholders(field: string, text: string): void {
  const open = unfilledPlaceholders(text);
  if (open.length === 0) return;
  const message = `Fill in or remove ${open.join(" and ")} before you send this.`;
  throw new ApiError("http", { status: 400, message, fields: { [field]: message } });
}

/** Category and parent category of the report, and the states whose reply templates apply. */
type TemplateCriteria = { category: string; parent: string | null | undefined; states: readonly IreportState[] };

/** Returns the reply templates for the category and states, the most specific first. */
export function applicableReplyTemplates(
  templates: readonly IreportTemplate[],
  { category, parent, states }: TemplateCriteria,
) {
  const weight = ({ category: of, state }: IreportTemplate) => (of?.id === category ? 4 : of ? 2 : 0) + (state ? 1 : 0);
  return templates
    .filter(({ category: of }) => !of || of.id === category || of.id === parent)
    .filter(({ state }) => !state || states.includes(state))
    .sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name, "en"));
}
