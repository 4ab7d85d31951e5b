"use client";

import { type KeyboardEvent, type PointerEvent, useId } from "react";
import { DraftPicture } from "@/components/record-editor/picture-view";
import { Input } from "@/components/ui/input";
import type { ContentModuleKind } from "@/lib/contract/content-entries.values";

/** Point of a picture, in percent from the left and from the top. */
type FocalPosition = { focal_x: number; focal_y: number };
type FocalPointProps = {
  kind: ContentModuleKind;
  imageId: string;
  alt: string;
  placeholder?: string;
  value: FocalPosition;
  onChange: (point: FocalPosition) => void;
  readOnly: boolean;
};

const ARROW_STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const toPercent = (value: number) => Math.max(0, Math.min(100, Math.round(value)));

/** Chooses the point of a picture that stays visible when the app crops it: by click, arrow keys or numbers. */
export function FocalPointField({ kind, imageId, alt, placeholder, value, onChange, readOnly }: FocalPointProps) {
  const hintId = useId();
  const { focal_x, focal_y } = value;
  const pickPoint = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({
      focal_x: toPercent((100 * (event.clientX - left)) / width),
      focal_y: toPercent((100 * (event.clientY - top)) / height),
    });
  };
  const step = (event: KeyboardEvent) => {
    const delta = ARROW_STEPS[event.key];
    if (!delta) return;
    event.preventDefault();
    const stepSize = event.shiftKey ? 10 : 1;
    onChange({ focal_x: toPercent(focal_x + delta[0] * stepSize), focal_y: toPercent(focal_y + delta[1] * stepSize) });
  };
  const imageElement = (
    <DraftPicture kind={kind} imageId={imageId} alt={alt} placeholder={placeholder} className="block w-full" />
  );
  return (
    <div className="space-y-3">
      <div className="relative overflow-hidden rounded-md bg-sunken">
        {imageElement}
        {!readOnly && (
          <button
            type="button"
            aria-label={`Focal point: ${focal_x}% from the left, ${focal_y}% from the top`}
            aria-describedby={hintId}
            className="absolute inset-0 cursor-crosshair touch-none -outline-offset-4"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              pickPoint(event);
            }}
            onPointerMove={(event) => event.buttons === 1 && pickPoint(event)}
            onKeyDown={step}
          />
        )}
        <span
          aria-hidden="true"
          style={{ left: `${focal_x}%`, top: `${focal_y}%` }}
          className="-translate-1/2 pointer-events-none absolute size-7 rounded-full border-3 border-[#ffffff] shadow-[0_0_0_2px_#000000,inset_0_0_0_1px_#000000]"
        />
      </div>
      <p id={hintId} className="text-muted text-sm">
        The circle stays in view where the app cuts the picture.
        {!readOnly && " Click a point of the picture, or move it with the arrow keys. Shift moves it further."}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <PercentField
          label="From the left, %"
          value={focal_x}
          onChange={(x) => onChange({ focal_x: x, focal_y })}
          readOnly={readOnly}
        />
        <PercentField
          label="From the top, %"
          value={focal_y}
          onChange={(y) => onChange({ focal_x, focal_y: y })}
          readOnly={readOnly}
        />
      </div>
    </div>
  );
}

type PercentFieldProps = { label: string; value: number; onChange: (value: number) => void; readOnly: boolean };

function PercentField({ label, value, onChange, readOnly }: PercentFieldProps) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="number"
        min={0}
        max={100}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(toPercent(Number(event.target.value)))}
      />
    </div>
  );
}
