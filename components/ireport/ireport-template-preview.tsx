import { IREPORT_PLACEHOLDERS } from "@/lib/contract/ireport.values";

/** The report that previews are filled in with. */
const EXAMPLE: Record<(typeof IREPORT_PLACEHOLDERS)[number], string> = {
  name: "Ada Obi",
  number: "IR-000301",
  title: "Street light out on Marian Road",
};

/** A text in pieces: as written, filled in, or in braces without a meaning. */
type Piece = { text: string; kind: "written" | "filled" | "unknown"; at: number };

/** What a template's text becomes for the example; whatever else stands in braces is named, for it is sent as written. */
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

/** The text as an officer finds it with the example's report. */
export function TemplateText({ text }: { text: string }) {
  return (
    <span className="break-words whitespace-pre-wrap">
      {piecesOf(text).map(({ text: words, kind, at }) =>
        kind === "written" ? (
          words
        ) : (
          <span key={at} className={kind === "filled" ? "font-semibold text-primary" : "font-semibold text-danger"}>
            {words}
          </span>
        ),
      )}
    </span>
  );
}

/** What stands in braces and is filled in by nothing. */
export const unknownIn = (text: string) => [
  ...new Set(piecesOf(text).flatMap(({ text: words, kind }) => (kind === "unknown" ? [words] : []))),
];
