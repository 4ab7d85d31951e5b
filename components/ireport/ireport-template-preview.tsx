import { FreeText } from "@/components/common/free-text";
import { IREPORT_PLACEHOLDERS } from "@/lib/contract/ireport.values";

/** Example report that fills in the previews. */
const EXAMPLE: Record<(typeof IREPORT_PLACEHOLDERS)[number], string> = {
  name: "Ada Obi",
  number: "IR-000301",
  title: "Street light out on Marian Road",
};

/** A part of a text: as written, a filled-in placeholder, or an unknown one. */
type Piece = { text: string; kind: "written" | "filled" | "unknown"; at: number };

/** Splits a template's text and fills in the example. Marks unknown placeholders, because they would be sent as written. */
export function piecesOf(text: string): Piece[] {
  let at = 0;
  return text.split(/(\{[^{}\n]{0,40}\})/).map((part) => {
    const begin = at;
    at += part.length;
    const name = IREPORT_PLACEHOLDERS.find((each) => part === `{${each}}`);
    if (name) return { text: EXAMPLE[name], kind: "filled", at: begin };
    return { text: part, kind: part.startsWith("{") && part.endsWith("}") ? "unknown" : "written", at: begin };
  });
}

/** Previews a template's text with the example report. */
export function TemplateText({ text }: { text: string }) {
  return (
    <FreeText lines>
      {piecesOf(text).map(({ text: words, kind, at }) =>
        kind === "written" ? (
          words
        ) : (
          <span key={at} className={kind === "filled" ? "font-semibold text-primary" : "font-semibold text-danger"}>
            {words}
          </span>
        ),
      )}
    </FreeText>
  );
}

/** Returns the unknown placeholders in a text. */
export const unknownIn = (text: string) => [
  ...new Set(piecesOf(text).flatMap(({ text: words, kind }) => (kind === "unknown" ? [words] : []))),
];
