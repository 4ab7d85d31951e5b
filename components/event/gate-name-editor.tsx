"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { rememberGateName } from "@/lib/client/gate/gate-name";
import { GATE_NAME_MAX } from "@/lib/contract/event.values";

type GateNameEditorProps = {
  name: string;
  /** True if this phone already has a gate name. */
  known: boolean;
  onName: (name: string) => void;
};

/** Shows the name of the gate where this phone checks tickets, and edits it. A cookie stores the name. */
export function GateNameEditor({ name, known: isKnown, onName }: GateNameEditorProps) {
  const id = useId();
  const [open, setOpen] = useState(!isKnown);
  const [text, setText] = useState(name);
  const shouldFocus = useRef(false);
  /** Moves the focus to the element that replaces the clicked button. */
  const focusIfPressed = (element: HTMLElement | null) => {
    if (element && shouldFocus.current) element.focus();
    if (element) shouldFocus.current = false;
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (!trimmed) return;
    rememberGateName(trimmed);
    onName(trimmed);
    shouldFocus.current = true;
    setOpen(false);
  };
  if (!open)
    return (
      <span className="inline-flex items-center gap-2">
        <span className="font-semibold">{name}</span>
        <Button
          ref={focusIfPressed}
          size="sm"
          variant="link"
          onClick={() => {
            shouldFocus.current = true;
            setText(name);
            setOpen(true);
          }}
        >
          Change gate
        </Button>
      </span>
    );
  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 space-y-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          Name of this gate
        </label>
        <Input
          id={id}
          ref={focusIfPressed}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={GATE_NAME_MAX}
          required
        />
      </div>
      <Button type="submit" className="h-10">
        Save
      </Button>
    </form>
  );
}
