import {
  ArrowLeftRight,
  BadgePercent,
  CalendarDays,
  Fingerprint,
  HandCoins,
  LayoutDashboard,
  Megaphone,
  Newspaper,
  ScrollText,
  Settings2,
  ShieldCheck,
  Users,
  WalletCards,
} from "lucide-react";
import type { Module } from "@/lib/modules";

const ICONS = {
  dashboard: LayoutDashboard,
  kyc: Fingerprint,
  user: Users,
  transaction: ArrowLeftRight,
  ireport: Megaphone,
  event: CalendarDays,
  "system-wallet": WalletCards,
  content: Newspaper,
  promotion: BadgePercent,
  grant: HandCoins,
  "system-logs": ScrollText,
  rp: ShieldCheck,
  "app-config": Settings2,
} satisfies Record<Module["icon"], unknown>;

/** Renders the icon of a module by its name. */
export function ModuleIcon({ name, className }: { name: Module["icon"]; className?: string }) {
  const Icon = ICONS[name];
  return <Icon className={className} aria-hidden="true" />;
}
