import "server-only";
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser";
import { fewOf } from "@/lib/contract/words.values";

/** Arguments of a message with their kinds, and for plurals and choices also their forms. */
type Shape = Map<string, string>;

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
};

const SHOWN: ReadonlySet<string> = new Set(Object.values(KINDS));
const ALSO = " and ";

/** Describes how an argument chooses: `plural one other`, `ordinal …`, `plural-1 …` with an offset, `choice a other`. */
function choiceOf(element: PluralElement | SelectElement): string {
  const forms = Object.keys(element.options).sort().join(" ");
  if (element.type === TYPE.select) return `choice ${forms}`;
  const { pluralType, offset } = element;
  return `${pluralType === "ordinal" ? "ordinal" : "plural"}${offset ? `-${offset}` : ""} ${forms}`;
}

/** Limit of nested choices. The parser is recursive, and its time grows with the square of the depth. */
const MAX_DEPTH = 20;

function isTooDeep(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === "{" && ++open > MAX_DEPTH) return true;
    if (sign === "}" && open > 0) open--;
  }
  return false;
}

/** Parses a message. @throws SyntaxError of the parser, or for too deep nesting */
function parsePlaceholders(text: string): Shape {
  if (isTooDeep(text)) throw new SyntaxError("TOO_DEEP");
  const shape: Shape = new Map();
  /** Records every way in which an argument chooses. Merely showing the argument as well adds nothing. */
  const note = (name: string, chooses: string) => {
    const known = shape.get(name)?.split(ALSO) ?? [];
    const ways = [...known.filter((way) => !SHOWN.has(way)), chooses];
    shape.set(name, [...new Set(ways)].sort().join(ALSO));
  };
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        note(element.value, choiceOf(element));
        for (const { value } of Object.values(element.options)) visit(value);
      } else {
        const kind = KINDS[element.type];
        if (kind && "value" in element && !shape.has(element.value)) shape.set(element.value, kind);
      }
    }
  };
  // HTML has no meaning here: texts are shown as written.
  visit(parse(text, { ignoreTag: true }));
  return shape;
}

const BROKEN =
  "A brace is not closed, or a placeholder is invalid. Write placeholders as in the English text, such as {name}.";

/** Returns the placeholder names of a text in order. */
export function placeholdersOf(text: string): string[] {
  try {
    return [...parsePlaceholders(text).keys()];
  } catch {
    return [];
  }
}

/** Checks that a text can be shown. @returns null or an error message */
export function problemOf(text: string): string | null {
  try {
    parsePlaceholders(text);
    return null;
  } catch {
    return BROKEN;
  }
}

/** Checks that a translation has the same placeholders as its English text. @returns null or an error message */
export function mismatchOf(source: string, translation: string): string | null {
  let theirs: Shape;
  try {
    theirs = parsePlaceholders(translation);
  } catch {
    return BROKEN;
  }
  const own = parsePlaceholders(source);
  for (const [name, kind] of own) {
    const other = theirs.get(name);
    if (other === undefined) return `{${name}} is missing. The English text has it.`;
    if (other !== kind) return otherForm(name, kind, other);
  }
  for (const name of theirs.keys()) if (!own.has(name)) return `{${name}} is not in the English text. Remove it.`;
  return null;
}

function otherForm(name: string, kind: string, other: string): string {
  const [way, ...forms] = kind.split(" ");
  const isPlural = way === "plural" && !kind.includes(ALSO);
  // With another kind of choice, such as an ordinal, the form names can be equal.
  return isPlural && (SHOWN.has(other) || (other.startsWith("plural ") && !other.includes(ALSO)))
    ? `{${name}} needs the same plural forms as the English text: ${fewOf(forms, 6)}.`
    : `{${name}} has another form than in the English text. Copy that part from there and translate its words.`;
}
