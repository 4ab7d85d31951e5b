import {
  Baby,
  CalendarDays,
  Church,
  Drama,
  Film,
  GraduationCap,
  HeartHandshake,
  Landmark,
  type LucideIcon,
  Mic,
  Music,
  Palette,
  PartyPopper,
  Presentation,
  Trees,
  Trophy,
  Utensils,
} from "lucide-react";
import type { EventIcon } from "@/lib/contract/event.values";

const ICONS: Record<EventIcon, LucideIcon> = {
  music: Music,
  trophy: Trophy,
  drama: Drama,
  utensils: Utensils,
  "graduation-cap": GraduationCap,
  presentation: Presentation,
  church: Church,
  baby: Baby,
  "heart-handshake": HeartHandshake,
  palette: Palette,
  "party-popper": PartyPopper,
  film: Film,
  mic: Mic,
  landmark: Landmark,
  trees: Trees,
  calendar: CalendarDays,
};

/** Renders a category's icon, for use beside the category's name. */
export function EventCategoryIcon({ icon, className = "size-4" }: { icon: EventIcon; className?: string }) {
  const Icon = ICONS[icon];
  return <Icon className={`shrink-0 ${className}`} aria-hidden="true" />;
}

type CategoryLabelProps = { category: { name: string; colour: string; icon: EventIcon } };

/** Renders a category's name and icon in its own colour, on which white text is readable in both themes. */
export function EventCategoryLabel({ category: { name, colour, icon } }: CategoryLabelProps) {
  return (
    <span
      className="inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-white text-xs"
      style={{ backgroundColor: colour }}
    >
      <EventCategoryIcon icon={icon} className="size-3.5" />
      <span className="truncate">{name}</span>
    </span>
  );
}
