/**
 * Returns the node at a point of the window. Safari before 18.4 and Chrome before 128 lack `caretPositionFromPoint`, Firefox lacks
 * `caretRangeFromPoint`: with only one of them, a click on text throws, and the row does not open. Delete this when Next.js supports no
 * browser without `caretPositionFromPoint`.
 */
export const caretNodeFromPoint = (x: number, y: number): Node | undefined =>
  document.caretPositionFromPoint?.(x, y)?.offsetNode ?? document.caretRangeFromPoint?.(x, y)?.startContainer;
