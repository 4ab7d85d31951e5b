"use client";

import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

/** Focuses a field of the surrounding form on mount, and scrolls it into view. */
export function FocusFieldOnMount({ name }: { name: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [name, setFocus]);
  return null;
}
