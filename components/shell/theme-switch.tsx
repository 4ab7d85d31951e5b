"use client";

import { Check, Monitor, Moon, Sun } from "lucide-react";
import { Popover } from "@/components/ui/popover";
import type { Theme } from "@/lib/client/preferences";

/** Themes that an admin can choose, with label and icon. */
export const THEME_CHOICES = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

/** Renders a button that opens a menu of themes. */
export function ThemeSwitch({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const current = THEME_CHOICES.find(({ value }) => value === theme) ?? THEME_CHOICES[0];
  return (
    <Popover
      label="Theme"
      align="end"
      variant="ghost"
      size="icon"
      aria-label={`Theme: ${current.label}`}
      button={<current.icon aria-hidden="true" />}
    >
      {(close) => (
        <ul>
          {THEME_CHOICES.map(({ value, label, icon: Icon }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={value === theme}
                onClick={() => {
                  onChange(value);
                  close();
                }}
                className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 font-medium hover:bg-sunken"
              >
                <Icon className="size-4 text-muted" aria-hidden="true" />
                <span className="flex-1 text-left">{label}</span>
                {value === theme && <Check className="size-4 text-primary" aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
