import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";

/** Renders one action with its explanation. */
export function DataCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} />
      <div className="space-y-3 px-5 pb-4 text-sm">
        <p className="text-muted">{text}</p>
        {children}
      </div>
    </Card>
  );
}
