"use client";

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { type ReactNode, useId } from "react";

type DraggableSortableListProps = {
  label: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Called with the moved item's id and new position, from 0. */
  onMove: (id: string, newIndex: number) => void;
  render: (id: string, handle: ReactNode) => ReactNode;
};

/** Renders a list with drag handles. A touch drag starts after a short press, so that swipes still scroll. */
export function DraggableSortableList({ label, ids, nameOf, onMove, render }: DraggableSortableListProps) {
  const contextId = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const positionText = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const nameOfItem = (id: UniqueIdentifier) => nameOf(String(id));
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOfItem(active.id)} is picked up, ${positionText(active.id)}.`,
    onDragOver: ({ active, over }) => over && `${nameOfItem(active.id)} would be ${positionText(over.id)}.`,
    onDragEnd: ({ active, over }) => over && `${nameOfItem(active.id)} is now ${positionText(over.id)}.`,
    onDragCancel: ({ active }) => `${nameOfItem(active.id)} stays where it was.`,
  } as Announcements;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      id={contextId}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: "Press Space to pick it up, arrow keys to move it, Space to drop it, Escape to cancel.",
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="divide-y divide-border">
          {ids.map((id) => (
            <SortableRow key={id} id={id} name={nameOf(id)} render={render} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type SortableRowProps = Pick<DraggableSortableListProps, "render"> & { id: string; name: string };

function SortableRow({ id, name, render }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted hover:bg-sunken"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`bg-surface py-2 ${isDragging ? "relative z-10 rounded-md shadow-card ring-1 ring-primary" : ""}`}
    >
      {render(id, handle)}
    </li>
  );
}
