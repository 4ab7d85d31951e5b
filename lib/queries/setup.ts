import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { StarterSet } from "@/lib/contract/setup.values";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

/** Open setup tasks and starter sets, as the API returns them. */
export type SetupState = Awaited<ReturnType<typeof api.setup.checklist>>;

/** Reads the open setup tasks and the starter sets. */
export const setupChecklistQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "setup"),
    queryFn: ({ signal }) => api.setup.checklist({}, { signal }),
  });

/** Reads a preview of the records that a starter set would add. */
export const starterSetQuery = (starterSet: StarterSet) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "starter-set", starterSet),
    queryFn: ({ signal }) => api.setup.starterSet({ starterSet }, { signal }),
  });

/** Hides the setup checklist on Home, or shows it again. */
export const dismissSetupMutation = mutationsInvalidating("Overview").changes(api.setup.dismiss);
/** Records in the setup checklist that a backup was restored and checked. */
export const confirmBackupMutation = () =>
  mutationOptions({ mutationFn: () => api.setup.confirmBackup({}), meta: { invalidates: ["Overview"] } });

/** Adds the records of a starter set. Refetches several modules, because the set may add records to any of them. */
export const loadStarterSetMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (starterSet: StarterSet) => api.setup.loadStarterSet({ starterSet }, { context: { idempotencyKey } }),
    meta: { invalidates: ["Overview", "RP", "IReport", "Transaction", "AppConfig", "System-Logs"], quiet: true },
  });
