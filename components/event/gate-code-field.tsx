"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { GateResult } from "@/lib/client/gate/result";

type GateCodeFieldProps = { busy: boolean; ready: boolean; check: (typed: string) => Promise<GateResult | null> };

/** For a code that the camera can't read. A scanner that types and presses Enter works too. */
export function GateCodeField({ busy, ready, check }: GateCodeFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return field.current?.focus();
    // At once: the next code may be typed while this one is looked up.
    setTyped("");
    field.current?.focus();
    const result = await check(typed);
    // What was not looked up comes back, to be mended.
    if (!result || result.result === "not_a_code" || result.result === "failed") setTyped((next) => next || typed);
  };
  return (
    <form onSubmit={send} className="space-y-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        Type or paste a code
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          ref={field}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          disabled={!ready}
          placeholder="7K2M-9XQ4-…"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="h-11 font-semibold"
        />
        <Button type="submit" size="lg" variant="primary" busy={busy} disabled={!ready}>
          Check in
        </Button>
      </div>
    </form>
  );
}
