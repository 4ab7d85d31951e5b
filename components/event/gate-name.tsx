"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { rememberGate } from "@/lib/client/gate/gate-name";
import { GATE_MAX } from "@/lib/contract/event.values";

type GateNameProps = {
  name: string;
  /** True if this phone already has a gate name. */
  known: boolean;
  onName: (name: string) => void;
};

/** Edits the gate at which this phone is used. The name is stored in a cookie. */
export function GateName({ name, known, onName }: GateNameProps) {
  const id = useId();
  const [open, setOpen] = useState(!known);
  const [typed, setTyped] = useState(name);
  const pressed = useRef(false);
  /** Moves the focus to the element that replaces the clicked one. */
  const follow = (element: HTMLElement | null) => {
    if (element && pressed.current) element.focus();
    if (element) pressed.current = false;
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (!next) return;
    rememberGate(next);
    onName(next);
    pressed.current = true;
    setOpen(false);
  };
  if (!open)
    return (
      <span className="inline-flex items-center gap-2">
        <span className="font-semibold">{name}</span>
        <Button
          ref={follow}
          size="sm"
          variant="link"
          onClick={() => {
            pressed.current = true;
            setTyped(name);
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
          ref={follow}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={GATE_MAX}
          required
        />
      </div>
      <Button type="submit" className="h-10">
        Save
      </Button>
    </form>
  );
}
