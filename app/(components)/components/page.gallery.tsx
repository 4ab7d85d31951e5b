import type { Metadata } from "next";
import { ComponentsPage } from "@/components/gallery/components-page";

export const metadata: Metadata = { title: "Components" };

/** Not in a build for users: next.config.mjs. */
export default function Page() {
  return <ComponentsPage />;
}
