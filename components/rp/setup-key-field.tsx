"use client";

import { useState } from "react";
import { useFormState } from "react-hook-form";
import { TextField } from "@/components/common/form/fields";

/** The setup key, once the API has asked for it: nobody else can approve what is given. */
export function SetupKeyField() {
  const { errors } = useFormState({ name: "setup_key" });
  const isAsked = errors.setup_key !== undefined;
  const [wasAsked, setWasAsked] = useState(isAsked);
  // It stays while another field is corrected.
  if (isAsked && !wasAsked) setWasAsked(true);
  if (!isAsked && !wasAsked) return null;
  return (
    <TextField
      name="setup_key"
      label="Setup key"
      hint="Ask the people who run the server: it prints the key. Each key works once."
      autoComplete="off"
      spellCheck={false}
    />
  );
}
