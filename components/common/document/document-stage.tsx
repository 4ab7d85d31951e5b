"use client";

import { clsx } from "clsx";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  INITIAL_PICTURE_VIEW,
  limitPictureView,
  type PictureView,
  type Point,
  pictureFitScale,
  type Size,
  zoomPictureAt,
} from "./pan-zoom";

type Props = {
  src: string;
  label: string;
  picture: Size;
  /** True if Page Up and Page Down turn pages instead of moving the image. */
  turnsPages: boolean;
  view: PictureView;
  onView: (change: (view: PictureView) => PictureView) => void;
  onActive: () => void;
  /** Called with the size in pixels once the picture has loaded. */
  onSize: (size: Size) => void;
  /** Called when the bytes are not a valid image. */
  onBroken: () => void;
  /** True if keyboard and toolbar control this picture instead of the second picture beside it. */
  active: boolean;
  children?: ReactNode;
};

const PAN_STEP = 60;
const CLOSE_UP_SCALE = 2.5;
/** Fraction of the visible height by which Page Down scrolls a long picture. */
const PAGE_SHARE = 0.9;
const ARROW_MOVES: Record<string, Point> = {
  arrowleft: { x: PAN_STEP, y: 0 },
  arrowright: { x: -PAN_STEP, y: 0 },
  arrowup: { x: 0, y: PAN_STEP },
  arrowdown: { x: 0, y: -PAN_STEP },
};

/** Renders a picture of a document, which can be panned and zoomed by drag, pinch, wheel, double click and arrow keys. */
export function PanZoomPicture({
  src,
  label,
  picture,
  turnsPages,
  view,
  onView: onChangeView,
  onActive,
  onSize,
  onBroken: onLoadError,
  active,
  children,
}: Props) {
  const element = useRef<HTMLElement>(null);
  const stage = useElementSize(element);
  const change = (next: (view: PictureView) => PictureView) =>
    onChangeView((before) => (stage ? limitPictureView(next(before), picture, stage) : before));
  const pointers = usePointerGestures(change);
  const move = (x: number, y: number) => change((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  const limitedView = stage ? limitPictureView(view, picture, stage) : view;
  const isLong = limitedView.minZoom !== undefined;
  useWheelGestures(element, {
    zoom: (factor, at) => change((before) => zoomPictureAt(before, factor, at)),
    scroll: isLong ? move : null,
  });
  const isOutOfSync = isLong && (view.minZoom !== limitedView.minZoom || view.zoom !== limitedView.zoom);
  // If `view` has a zoom outside the allowed range, stores the limited zoom, which the toolbar shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each view that is out of sync
  useLayoutEffect(() => {
    if (isOutOfSync) change((before) => before);
  }, [isOutOfSync]);
  const isMovable = limitedView.zoom > (limitedView.minZoom ?? 1);
  return (
    <section
      ref={element}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved about by arrow keys, so they have to reach it
      tabIndex={0}
      aria-label={`${label}, zoom ${Math.round(limitedView.zoom * 100)}%`}
      onFocus={onActive}
      onPointerDown={(event) => {
        onActive();
        pointers.onPointerDown(event);
      }}
      onPointerMove={pointers.onPointerMove}
      onPointerUp={pointers.onPointerEnd}
      onPointerCancel={pointers.onPointerEnd}
      onDoubleClick={(event) => {
        const at = offsetFromCentre(event.currentTarget, event);
        change((before) =>
          before.zoom > 1
            ? { ...INITIAL_PICTURE_VIEW, quarterTurns: before.quarterTurns }
            : zoomPictureAt(before, CLOSE_UP_SCALE, at),
        );
      }}
      onKeyDown={(event) => {
        const screenful = stage && isLong && !turnsPages ? PAGE_SHARE * stage.height : 0;
        const pages: typeof ARROW_MOVES = { pageup: { x: 0, y: screenful }, pagedown: { x: 0, y: -screenful } };
        const delta = ARROW_MOVES[event.key.toLowerCase()] ?? (screenful ? pages[event.key.toLowerCase()] : undefined);
        if (!delta || !isMovable || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        move(delta.x, delta.y);
      }}
      className={clsx(
        "relative min-h-0 flex-1 overflow-hidden bg-sunken select-none",
        active && "outline-2 -outline-offset-2 outline-primary",
        isMovable ? "cursor-grab touch-none active:cursor-grabbing" : "touch-pan-y",
      )}
    >
      {stage && (
        // biome-ignore lint/performance/noImgElement: private bytes in memory, not for an image optimizer
        <img
          src={src}
          alt={label}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
          onError={onLoadError}
          className="absolute top-1/2 left-1/2 max-w-none"
          style={{
            width: picture.width * pictureFitScale(picture, stage, limitedView.quarterTurns),
            transform: `translate(-50%, -50%) translate(${limitedView.x}px, ${limitedView.y}px) rotate(${limitedView.quarterTurns * 90}deg) scale(${limitedView.zoom})`,
          }}
        />
      )}
      {children}
    </section>
  );
}

/** Returns a pointer position in pixels relative to the centre of the stage, the element that shows the picture. */
function offsetFromCentre(stage: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function useElementSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  // Measures the stage before the first paint, because the picture is rendered only once the stage's size is known.
  useLayoutEffect(() => {
    if (!element.current) return;
    setSize({ width: element.current.clientWidth, height: element.current.clientHeight });
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Handles pointer gestures: drags with one finger or the mouse, zooms around the middle of two fingers. */
function usePointerGestures(change: (next: (view: PictureView) => PictureView) => void) {
  const pressedPointers = useRef(new Map<number, Point>());
  const midpoint = (points: Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  });
  const distance = ([one, second]: Point[]) => (one && second ? Math.hypot(one.x - second.x, one.y - second.y) : 1);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      pressedPointers.current.set(event.pointerId, offsetFromCentre(event.currentTarget, event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!pressedPointers.current.has(event.pointerId)) return;
      const before = [...pressedPointers.current.values()];
      pressedPointers.current.set(event.pointerId, offsetFromCentre(event.currentTarget, event));
      const after = [...pressedPointers.current.values()];
      const [from, to] = [midpoint(before), midpoint(after)];
      const factor = distance(after) / distance(before);
      change((view) => zoomPictureAt({ ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }, factor, to));
    },
    onPointerEnd: (event: PointerEvent<HTMLElement>) => void pressedPointers.current.delete(event.pointerId),
  };
}

type WheelActions = {
  zoom: (factor: number, at: Point) => void;
  /** Scrolls a long picture by pixels. Null for other pictures, which the wheel zooms. */
  scroll: ((x: number, y: number) => void) | null;
};

/**
 * Zooms the picture with the wheel while it has focus, or with Ctrl and the wheel, as browsers report a trackpad's pinch. On a long
 * picture the wheel scrolls the picture. Without focus and Ctrl the wheel scrolls the page as elsewhere.
 */
function useWheelGestures(element: RefObject<HTMLElement | null>, actions: WheelActions) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== stage) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 30 : 1;
      const pixels = event.deltaY * unit;
      const { zoom, scroll } = latest.current;
      if (scroll && !event.ctrlKey) scroll(-event.deltaX * unit, -pixels);
      else zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), offsetFromCentre(stage, event));
    };
    // Registers the listener without React, whose wheel listeners are passive and can't prevent the page from scrolling.
    stage.addEventListener("wheel", onWheel, { passive: false });
    return () => stage.removeEventListener("wheel", onWheel);
  }, [element]);
}
