import type { Metadata } from "next";
import { ComponentsPage } from "@/components/gallery/components-page";

export const metadata: Metadata = { title: "Components" };

/** Page with all components in all states. Excluded from production builds by next.config.mjs. */
export default function Page() {
  return <ComponentsPage />;
}
