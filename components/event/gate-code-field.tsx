"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { GateScanResult } from "@/lib/client/gate/result";

type GateCodeFieldProps = {
  busy: boolean;
  ready: boolean;
  check: (typedCode: string) => Promise<GateScanResult | null>;
};

/** Renders the field for a ticket code that the camera can't read. A hardware scanner works too: it types the code and Enter. */
export function GateCodeField({ busy, ready: isReady, check }: GateCodeFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setCode] = useState("");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return field.current?.focus();
    // Clears the field before the check, because the next code may already be typed during the check.
    setCode("");
    field.current?.focus();
    const result = await check(typed);
    // Restores a code that could not be checked, so that the user can correct it.
    if (!result || result.result === "not_a_code" || result.result === "failed") setCode((current) => current || typed);
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
          onChange={({ target }) => setCode(target.value)}
          disabled={!isReady}
          placeholder="7K2M-9XQ4-…"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="h-11 font-semibold"
        />
        <Button type="submit" size="lg" variant="primary" busy={busy} disabled={!isReady}>
          Check in
        </Button>
      </div>
    </form>
  );
}
