import type { Metadata } from "next";
import { PromotionNewScreen } from "@/components/promotion/promotion-new-screen";
import { requireAccess } from "@/components/shell/prefetch-queries";

export const metadata: Metadata = { title: "New promotion" };

export default async function NewPromotionPage() {
  await requireAccess("promotion");
  return <PromotionNewScreen />;
}
