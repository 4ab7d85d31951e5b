import { FreeText } from "@/components/common/free-text";
import { IREPORT_PLACEHOLDERS } from "@/lib/contract/ireport.values";

/** Values that replace the placeholders in a template's preview. */
const EXAMPLE_VALUES: Record<(typeof IREPORT_PLACEHOLDERS)[number], string> = {
  name: "Ada Obi",
  number: "IR-000301",
  title: "Street light out on Marian Road",
};

/** A part of a template's text: literal text, a filled-in placeholder, or an unknown placeholder. */
type TextPart = { text: string; kind: "written" | "filled" | "unknown"; at: number };

/** Splits a template's text, and fills in example values. Marks unknown placeholders, because citizens would see their braces. */
export function splitPlaceholders(text: string): TextPart[] {
  let offset = 0;
  return text.split(/(\{[^{}\n]{0,40}\})/).map((part) => {
    const start = offset;
    offset += part.length;
    const name = IREPORT_PLACEHOLDERS.find((each) => part === `{${each}}`);
    if (name) return { text: EXAMPLE_VALUES[name], kind: "filled", at: start };
    return { text: part, kind: part.startsWith("{") && part.endsWith("}") ? "unknown" : "written", at: start };
  });
}

/** Previews a template's text with the example report. */
export function ReplyTemplatePreview({ text }: { text: string }) {
  return (
    <FreeText lines>
      {splitPlaceholders(text).map(({ text: partText, kind, at: offset }) =>
        kind === "written" ? (
          partText
        ) : (
          <span key={offset} className={kind === "filled" ? "font-semibold text-primary" : "font-semibold text-danger"}>
            {partText}
          </span>
        ),
      )}
    </FreeText>
  );
}

/** Returns a template's placeholders that do not exist, each once. */
export const findUnknownPlaceholders = (text: string) => [
  ...new Set(splitPlaceholders(text).flatMap(({ text: partText, kind }) => (kind === "unknown" ? [partText] : []))),
];
