"use client";

import { Dialog } from "@/components/ui/dialog";
import type { Module } from "@/lib/modules";
import { SidebarNav } from "./sidebar";

/** Renders the sidebar's entries in a drawer on a phone. */
export function NavDrawer({ modules, onClose }: { modules: readonly Module[]; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Menu" side="left">
      <div className="-mx-5">
        <SidebarNav modules={modules} collapsed={false} onNavigate={onClose} />
      </div>
    </Dialog>
  );
}
