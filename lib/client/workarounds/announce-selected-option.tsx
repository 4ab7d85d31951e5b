import { useCommandState } from "cmdk";
import { useLayoutEffect } from "react";

/**
 * Sets `aria-activedescendant` of the only cmdk input. cmdk 1.1.1 leaves it empty until an arrow key is pressed, so screen readers don't
 * announce the option that Enter would run. Render it as the last child of `Command`. `components/shell/command-palette.test.tsx` fails
 * without it. Delete it when cmdk sets the attribute after opening and typing.
 */
export function AnnounceSelectedOption() {
  const selection = useCommandState(({ value, selectedItemId }) => `${value} ${selectedItemId}`);
  useLayoutEffect(() => {
    const selected = selection && document.querySelector("[cmdk-item][aria-selected=true]");
    document.querySelector("[cmdk-input]")?.setAttribute("aria-activedescendant", selected ? selected.id : "");
  }, [selection]);
  return null;
}
