import { Columns2, Expand, RotateCcw, RotateCw, Scan, Shrink, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FIT, turnedBy, type View, zoomedAt } from "./pan-zoom";

const CENTRE = { x: 0, y: 0 };
export const zoomIn = (view: View) => zoomedAt(view, 1.5, CENTRE);
export const zoomOut = (view: View) => zoomedAt(view, 1 / 1.5, CENTRE);
export const turnRight = (view: View) => turnedBy(view, 1);
export const turnLeft = (view: View) => turnedBy(view, -1);
export const fit = () => FIT;

type Props = {
  view: View;
  onView: (change: (view: View) => View) => void;
  /** Null if there are fewer than two pictures to compare. */
  comparing: boolean | null;
  onCompare: () => void;
  compareKey: string;
  full: boolean;
  onFull: () => void;
};

/** Buttons for zoom, rotation, fit, comparison and full screen; each has a key. */
export function DocumentToolbar({ view, onView, comparing, onCompare, compareKey, full, onFull }: Props) {
  return (
    <div role="toolbar" aria-label="View" className="flex flex-wrap items-center gap-1">
      <Tool label="Zoom out" keys="-" disabled={view.zoom <= (view.least ?? 1)} onClick={() => onView(zoomOut)}>
        <ZoomOut aria-hidden="true" />
      </Tool>
      <span className="w-12 text-center text-sm tabular-nums text-muted">{Math.round(view.zoom * 100)}%</span>
      <Tool label="Zoom in" keys="+" disabled={view.zoom >= 8} onClick={() => onView(zoomIn)}>
        <ZoomIn aria-hidden="true" />
      </Tool>
      <Tool label="Fit" keys="0" onClick={() => onView(fit)}>
        <Scan aria-hidden="true" />
      </Tool>
      <Tool label="Rotate left" keys="[" onClick={() => onView(turnLeft)}>
        <RotateCcw aria-hidden="true" />
      </Tool>
      <Tool label="Rotate" keys="]" onClick={() => onView(turnRight)}>
        <RotateCw aria-hidden="true" />
      </Tool>
      {comparing !== null && (
        <Tool label="Compare" keys={compareKey} pressed={comparing} onClick={onCompare}>
          <Columns2 aria-hidden="true" />
        </Tool>
      )}
      <Tool label={full ? "Leave full screen" : "Full screen"} keys="f" onClick={onFull}>
        {full ? <Shrink aria-hidden="true" /> : <Expand aria-hidden="true" />}
      </Tool>
    </div>
  );
}

type ToolProps = {
  label: string;
  keys: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

const Tool = ({ label, keys, pressed, disabled, onClick, children }: ToolProps) => (
  <Button
    size="icon-sm"
    variant={pressed ? "secondary" : "ghost"}
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    title={`${label} (${keys.toUpperCase()})`}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);
