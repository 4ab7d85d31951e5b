import type { Metadata } from "next";
import { PromotionNewScreen } from "@/components/promotion/promotion-form-new";
import { guard } from "@/components/shell/prefetch-queries";

export const metadata: Metadata = { title: "New promotion" };

export default async function NewPromotionPage() {
  await guard("promotion");
  return <PromotionNewScreen />;
}
