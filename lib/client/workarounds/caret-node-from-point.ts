/** Safari before 18.4 and Chrome before 128 lack the standard method. Firefox lacks the old one. */
type CaretDocument = {
  caretPositionFromPoint?: Document["caretPositionFromPoint"];
  caretRangeFromPoint?: (x: number, y: number) => Range | null;
};

/**
 * Returns the node at a point of the window, with `caretRangeFromPoint` where `caretPositionFromPoint` is missing. Without it, a click on
 * text in such a browser throws, and the row does not open. Delete this when Next.js supports no Safari before 18.4 and no Chrome before 128.
 */
export function caretNodeFromPoint(x: number, y: number): Node | undefined {
  const carets: CaretDocument = document;
  return (
    carets.caretPositionFromPoint?.(x, y)?.offsetNode ?? carets.caretRangeFromPoint?.(x, y)?.startContainer ?? undefined
  );
}
