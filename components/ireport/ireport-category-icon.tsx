import {
  Car,
  Construction,
  Droplets,
  Flame,
  HeartPulse,
  Landmark,
  Lightbulb,
  type LucideIcon,
  MessageCircleWarning,
  School,
  ShieldAlert,
  Store,
  Trash,
  Trees,
} from "lucide-react";
import type { IreportIcon } from "@/lib/contract/ireport.values";

const ICONS: Record<IreportIcon, LucideIcon> = {
  construction: Construction,
  droplets: Droplets,
  lightbulb: Lightbulb,
  trash: Trash,
  flame: Flame,
  "shield-alert": ShieldAlert,
  "heart-pulse": HeartPulse,
  school: School,
  trees: Trees,
  store: Store,
  landmark: Landmark,
  car: Car,
  "message-circle-warning": MessageCircleWarning,
};

/** Renders a category's icon, hidden from screen readers, because the name is shown beside it. */
export function IreportCategoryIcon({ icon, className = "size-4" }: { icon: IreportIcon; className?: string }) {
  const Icon = ICONS[icon];
  return <Icon className={`shrink-0 ${className}`} aria-hidden="true" />;
}
