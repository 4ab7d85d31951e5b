import { Columns2, Expand, RotateCcw, RotateCw, Scan, Shrink, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { INITIAL_PICTURE_VIEW, type PictureView, rotatePictureView, zoomPictureAt } from "./pan-zoom";

const CENTRE = { x: 0, y: 0 };
export const zoomPictureIn = (view: PictureView) => zoomPictureAt(view, 1.5, CENTRE);
export const zoomPictureOut = (view: PictureView) => zoomPictureAt(view, 1 / 1.5, CENTRE);
export const turnPictureRight = (view: PictureView) => rotatePictureView(view, 1);
export const turnPictureLeft = (view: PictureView) => rotatePictureView(view, -1);
export const resetPictureView = () => INITIAL_PICTURE_VIEW;

type Props = {
  view: PictureView;
  onView: (update: (view: PictureView) => PictureView) => void;
  /** True in comparison mode. Null if there are fewer than two pictures to compare. */
  comparing: boolean | null;
  onCompare: () => void;
  compareKey: string;
  full: boolean;
  onFull: () => void;
};

/** Renders buttons for zoom, rotation, fit, comparison and full screen. Each has a shortcut key. */
export function DocumentToolbar({
  view,
  onView: onChangeView,
  comparing: isComparing,
  onCompare,
  compareKey,
  full: isFullScreen,
  onFull: onFullScreen,
}: Props) {
  return (
    <div role="toolbar" aria-label="View" className="flex flex-wrap items-center gap-1">
      <Tool
        label="Zoom out"
        keys="-"
        disabled={view.zoom <= (view.minZoom ?? 1)}
        onClick={() => onChangeView(zoomPictureOut)}
      >
        <ZoomOut aria-hidden="true" />
      </Tool>
      <span className="w-12 text-center text-sm tabular-nums text-muted">{Math.round(view.zoom * 100)}%</span>
      <Tool label="Zoom in" keys="+" disabled={view.zoom >= 8} onClick={() => onChangeView(zoomPictureIn)}>
        <ZoomIn aria-hidden="true" />
      </Tool>
      <Tool label="Fit" keys="0" onClick={() => onChangeView(resetPictureView)}>
        <Scan aria-hidden="true" />
      </Tool>
      <Tool label="Rotate left" keys="[" onClick={() => onChangeView(turnPictureLeft)}>
        <RotateCcw aria-hidden="true" />
      </Tool>
      <Tool label="Rotate" keys="]" onClick={() => onChangeView(turnPictureRight)}>
        <RotateCw aria-hidden="true" />
      </Tool>
      {isComparing !== null && (
        <Tool label="Compare" keys={compareKey} pressed={isComparing} onClick={onCompare}>
          <Columns2 aria-hidden="true" />
        </Tool>
      )}
      <Tool label={isFullScreen ? "Leave full screen" : "Full screen"} keys="f" onClick={onFullScreen}>
        {isFullScreen ? <Shrink aria-hidden="true" /> : <Expand aria-hidden="true" />}
      </Tool>
    </div>
  );
}

type ToolButtonProps = {
  label: string;
  keys: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

const Tool = ({ label, keys, pressed: isPressed, disabled, onClick, children }: ToolButtonProps) => (
  <Button
    size="icon-sm"
    variant={isPressed ? "secondary" : "ghost"}
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-pressed={isPressed}
    title={`${label} (${keys.toUpperCase()})`}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);
