"use client";

import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

/** Puts the focus into a field of the form it stands in, and the form into view, once it is there. */
export function FocusField({ name }: { name: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [name, setFocus]);
  return null;
}
