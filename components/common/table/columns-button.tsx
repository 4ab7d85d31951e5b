"use client";

import { Columns3 } from "lucide-react";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Popover } from "@/components/ui/popover";

type ColumnsButtonProps = {
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
};

export function ColumnsButton({ columns, hidden, onChange }: ColumnsButtonProps) {
  return (
    <Popover
      label="Columns"
      align="end"
      className="max-md:hidden"
      button={
        <>
          <Columns3 aria-hidden="true" /> Columns
        </>
      }
    >
      {columns.map(({ id, header }) => (
        <CheckboxRow
          key={id}
          label={header}
          checked={!hidden.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? hidden.filter((hiddenId) => hiddenId !== id) : [...hidden, id])
          }
        />
      ))}
    </Popover>
  );
}
