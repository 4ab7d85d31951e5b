import "server-only";
import type { EmergencyNumberCategory } from "@/lib/contract/app-config.values";

/** Nationwide short codes. Added as unverified, because an admin must call them first. */
export const STARTER_EMERGENCY_NUMBERS = [
  { name: "All emergencies", number: "112", category: "general", lga: null },
  { name: "Federal Road Safety Corps (FRSC)", number: "122", category: "road_safety", lga: null },
] as const satisfies readonly { name: string; number: string; category: EmergencyNumberCategory; lga: null }[];
