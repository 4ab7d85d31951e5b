import { diffLines, diffWordsWithSpace } from "diff";

/** Part of a compared text. `folded`: states how many unchanged words are left out. */
export type WordDiffPart = { kind: "same" | "added" | "removed" | "folded"; text: string };

/** Maximum edits of a word comparison, which is slow for texts with little in common. Above this limit the texts are compared by line. */
const MAX_EDITS = 4_000;
const TIMEOUT_MS = 300;
/** Characters of unchanged text shown around a change. */
const CONTEXT_LENGTH = 120;

/** Splits two texts into unchanged, removed and added parts. Long unchanged passages are folded. */
export function wordDiffParts(before: string, after: string): WordDiffPart[] {
  const changes =
    diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS }) ?? diffLines(before, after);
  return changes.flatMap(({ added, removed, value }, index): WordDiffPart[] => {
    if (added) return [{ kind: "added", text: value }];
    if (removed) return [{ kind: "removed", text: value }];
    return foldUnchanged(value, index === 0, index === changes.length - 1);
  });
}

function foldUnchanged(text: string, isFirst: boolean, isLast: boolean): WordDiffPart[] {
  const head = isFirst ? 0 : CONTEXT_LENGTH;
  const tail = isLast ? 0 : CONTEXT_LENGTH;
  if (text.length <= head + tail + CONTEXT_LENGTH) return [{ kind: "same", text }];
  const wordCount = text
    .slice(head, text.length - tail)
    .split(/\s+/)
    .filter(Boolean).length;
  const parts: WordDiffPart[] = [
    { kind: "same", text: text.slice(0, head) },
    { kind: "folded", text: `${wordCount} words unchanged` },
    { kind: "same", text: text.slice(text.length - tail) },
  ];
  return parts.filter((part) => part.text !== "");
}
