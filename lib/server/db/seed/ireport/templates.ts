import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import { DAY_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { seedId } from "@/lib/server/db/seed/random";
import { STARTER_REPORT_TEMPLATES } from "@/lib/server/setup/starter/report-templates";
import { demoCategoryByName } from "./categories";

/** Inserts the response templates for reports. */
export const loadReportTemplates = (tx: Transaction, clock: SeedClock) =>
  tx.insert(ireportTemplates).values(
    STARTER_REPORT_TEMPLATES.map(({ name, text, category, state }, index) => ({
      id: seedId("ireport template", index),
      name,
      text,
      categoryId: category && demoCategoryByName(category).id,
      state,
      createdAt: clock.ago((200 - index) * DAY_MS),
    })),
  );
