import {
  ArrowLeftRight,
  Fingerprint,
  LayoutDashboard,
  Megaphone,
  ScrollText,
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
  "system-wallet": WalletCards,
  "system-logs": ScrollText,
  rp: ShieldCheck,
} satisfies Record<Module["icon"], unknown>;

export function ModuleIcon({ name, className }: { name: Module["icon"]; className?: string }) {
  const Icon = ICONS[name];
  return <Icon className={className} aria-hidden="true" />;
}
