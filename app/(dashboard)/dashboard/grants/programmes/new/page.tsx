import type { Metadata } from "next";
import { ProgrammeNewScreen } from "@/components/grant/programme-new-screen";
import { requireAccess } from "@/components/shell/prefetch-queries";

export const metadata: Metadata = { title: "New programme" };

export default async function NewProgrammePage() {
  await requireAccess("grant");
  return <ProgrammeNewScreen />;
}
