import type { Metadata } from "next";
import { ProgrammeNewScreen } from "@/components/grant/programme-new-screen";
import { guard } from "@/components/shell/prefetch-queries";

export const metadata: Metadata = { title: "New programme" };

export default async function NewProgrammePage() {
  await guard("grant");
  return <ProgrammeNewScreen />;
}
