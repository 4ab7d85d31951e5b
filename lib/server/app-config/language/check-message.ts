import "server-only";
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser";
import { abbreviateList } from "@/lib/contract/words.values";

/** Kind of each placeholder of a text, by its name. The kind of a plural or choice includes its forms. */
type PlaceholderKinds = Map<string, string>;

const KIND_OF_ELEMENT_TYPE: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
};

const PLAIN_ARG_KINDS: ReadonlySet<string> = new Set(Object.values(KIND_OF_ELEMENT_TYPE));
const KIND_SEPARATOR = " and ";

/** Describes an argument's forms: `plural one other`, `ordinal …`, `plural-1 …` with an offset, `choice a other`. */
function describeChoice(element: PluralElement | SelectElement): string {
  const forms = Object.keys(element.options).sort().join(" ");
  if (element.type === TYPE.select) return `choice ${forms}`;
  const { pluralType, offset } = element;
  return `${pluralType === "ordinal" ? "ordinal" : "plural"}${offset ? `-${offset}` : ""} ${forms}`;
}

/** Maximum nesting of choices, because the recursive parser's time grows with the square of the depth. */
const MAX_DEPTH = 20;

function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "{" && ++depth > MAX_DEPTH) return true;
    if (character === "}" && depth > 0) depth--;
  }
  return false;
}

/** Parses a text of the app and returns its placeholders. @throws SyntaxError of the parser, or for too deep nesting */
function parsePlaceholders(text: string): PlaceholderKinds {
  if (isNestedTooDeep(text)) throw new SyntaxError("TOO_DEEP");
  const kinds: PlaceholderKinds = new Map();
  /** Records the forms of an argument with choices. They replace the kind that was recorded for a plain use of the same argument. */
  const addChoice = (name: string, choiceText: string) => {
    const earlierKinds = kinds.get(name)?.split(KIND_SEPARATOR) ?? [];
    const allKinds = [...earlierKinds.filter((kindName) => !PLAIN_ARG_KINDS.has(kindName)), choiceText];
    kinds.set(name, [...new Set(allKinds)].sort().join(KIND_SEPARATOR));
  };
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        addChoice(element.value, describeChoice(element));
        for (const { value } of Object.values(element.options)) visit(value);
      } else {
        const kind = KIND_OF_ELEMENT_TYPE[element.type];
        if (kind && "value" in element && !kinds.has(element.value)) kinds.set(element.value, kind);
      }
    }
  };
  // Tags are not parsed, because HTML has no meaning here: texts are shown literally.
  visit(parse(text, { ignoreTag: true }));
  return kinds;
}

const BROKEN_MESSAGE =
  "A brace is not closed, or a placeholder is invalid. Write placeholders as in the English text, such as {name}.";

/** Returns the placeholder names of a text, in the order of their first use. */
export function placeholdersOf(text: string): string[] {
  try {
    return [...parsePlaceholders(text).keys()];
  } catch {
    return [];
  }
}

/** Checks that a text can be shown. @returns null or an error message */
export function textSyntaxProblemOf(text: string): string | null {
  try {
    parsePlaceholders(text);
    return null;
  } catch {
    return BROKEN_MESSAGE;
  }
}

/** Checks that a translation has the same placeholders as its English text. @returns null or an error message */
export function placeholderMismatchOf(source: string, translation: string): string | null {
  let theirs: PlaceholderKinds;
  try {
    theirs = parsePlaceholders(translation);
  } catch {
    return BROKEN_MESSAGE;
  }
  const expected = parsePlaceholders(source);
  for (const [name, kind] of expected) {
    const actual = theirs.get(name);
    if (actual === undefined) return `{${name}} is missing. The English text has it.`;
    if (actual !== kind) return describeFormMismatch(name, kind, actual);
  }
  for (const name of theirs.keys()) if (!expected.has(name)) return `{${name}} is not in the English text. Remove it.`;
  return null;
}

function describeFormMismatch(name: string, kind: string, actual: string): string {
  const [kindName, ...forms] = kind.split(" ");
  const isPlural = kindName === "plural" && !kind.includes(KIND_SEPARATOR);
  // Lists the plural forms of the English text, unless the translation has another kind of choice: a plural and an ordinal can have the
  // same form names.
  return isPlural && (PLAIN_ARG_KINDS.has(actual) || (actual.startsWith("plural ") && !actual.includes(KIND_SEPARATOR)))
    ? `{${name}} needs the same plural forms as the English text: ${abbreviateList(forms, 6)}.`
    : `{${name}} has another form than in the English text. Copy that part from there and translate its words.`;
}
