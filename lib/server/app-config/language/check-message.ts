import "server-only";
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser";
import { fewOf } from "@/lib/contract/words.values";

/** What a text takes: argument → its kind, and for plurals and choices the forms that it has. */
type Shape = Map<string, string>;

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
};

const SHOWN: ReadonlySet<string> = new Set(Object.values(KINDS));
const ALSO = " and ";

/** How an argument chooses between texts: `plural one other`, `ordinal …`, `plural-1 …` with an offset, `choice a other`. */
function choiceOf(element: PluralElement | SelectElement): string {
  const forms = Object.keys(element.options).sort().join(" ");
  if (element.type === TYPE.select) return `choice ${forms}`;
  const { pluralType, offset } = element;
  return `${pluralType === "ordinal" ? "ordinal" : "plural"}${offset ? `-${offset}` : ""} ${forms}`;
}

/** Choices in choices; the parser calls itself for each, and what it takes grows with the square of it. */
const DEEPEST = 20;

function isTooDeep(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === "{" && ++open > DEEPEST) return true;
    if (sign === "}" && open > 0) open--;
  }
  return false;
}

/** @throws a SyntaxError of the parser, or of what stands in itself too often */
function shapeOf(text: string): Shape {
  if (isTooDeep(text)) throw new SyntaxError("TOO_DEEP");
  const shape: Shape = new Map();
  /** Of an argument that chooses more than once every way counts; one that is merely shown besides changes nothing. */
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
  // HTML means nothing here: a text is shown as it stands.
  visit(parse(text, { ignoreTag: true }));
  return shape;
}

const BROKEN =
  "A brace is open, or what stands between braces can't be read. Write placeholders as in the English text, such as {name}.";

/** Names of the placeholders of a text, in their order. */
export function placeholdersOf(text: string): string[] {
  try {
    return [...shapeOf(text).keys()];
  } catch {
    return [];
  }
}

/** Whether a text can be shown at all. @returns null, or what is wrong with it */
export function problemOf(text: string): string | null {
  try {
    shapeOf(text);
    return null;
  } catch {
    return BROKEN;
  }
}

/** Whether a translation takes the same as its English text. @returns null, or what is wrong with it */
export function mismatchOf(source: string, translation: string): string | null {
  let theirs: Shape;
  try {
    theirs = shapeOf(translation);
  } catch {
    return BROKEN;
  }
  const own = shapeOf(source);
  for (const [name, kind] of own) {
    const other = theirs.get(name);
    if (other === undefined) return `{${name}} is missing. It stands in the English text.`;
    if (other !== kind) return otherForm(name, kind, other);
  }
  for (const name of theirs.keys()) if (!own.has(name)) return `{${name}} is not in the English text. Take it out.`;
  return null;
}

function otherForm(name: string, kind: string, other: string): string {
  const [way, ...forms] = kind.split(" ");
  const isPlural = way === "plural" && !kind.includes(ALSO);
  // Of another way to choose, such as an ordinal, the names of the forms may well be the same.
  return isPlural && (SHOWN.has(other) || (other.startsWith("plural ") && !other.includes(ALSO)))
    ? `{${name}} needs the same plural forms as the English text: ${fewOf(forms, 6)}.`
    : `{${name}} has another form than in the English text. Copy that part from there and translate its words.`;
}
