import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type ProgrammeListInput = Parameters<typeof api.grant.programmes>[0];

export const programmesQuery = (input: ProgrammeListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "programmes", input),
    queryFn: ({ signal }) => api.grant.programmes(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const programmeQuery = (programmeId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "programme", programmeId),
    queryFn: ({ signal }) => api.grant.programme({ programmeId }, { signal }),
  });

/** Reads the user groups to which a programme can be limited. */
export const grantGroupsQuery = () =>
  queryOptions({ queryKey: queryKeyOf("Grant", "groups"), queryFn: ({ signal }) => api.grant.groups({}, { signal }) });

export const grantOverviewQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "overview"),
    queryFn: ({ signal }) => api.grant.overview({}, { signal }),
  });

export type ProgrammeInput = Parameters<typeof api.grant.createProgramme>[0];
/** Input that raises a programme's budget. */
export type RaiseProgrammeBudgetInput = Parameters<typeof api.grant.raiseBudget>[0];
type ProgrammeVersion = { programmeId: string; version: number };

const { changes, creates, meta } = mutationsInvalidating("Grant", "Overview", "System-Logs");
/** Also refetches System Wallet: reserved money of the grants pool reduces the available balance. */
const POOL_META = { invalidates: ["Grant", "System-Wallet", "Overview", "System-Logs"] as const, quiet: true };

export const createProgrammeMutation = creates(api.grant.createProgramme);

export const updateProgrammeMutation = changes(api.grant.updateProgramme);

export const deleteProgrammeMutation = changes(api.grant.deleteProgramme);

/** Creates a draft programme from an existing programme. */
export const copyProgrammeMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (programmeId: string) =>
      api.grant.copyProgramme({ programmeId }, { context: { idempotencyKey } }).then(assertSaved),
    meta,
  });

export const openProgrammeMutation = () =>
  mutationOptions({ mutationFn: (input: ProgrammeVersion) => api.grant.openProgramme(input), meta: POOL_META });

/** Stops accepting applications for a programme; reviews and payouts continue. */
export const closeProgrammeMutation = changes(api.grant.closeProgramme);

/** Completes a programme: returns the rest of its budget to the grants pool. */
export const completeProgrammeMutation = () =>
  mutationOptions({ mutationFn: (input: ProgrammeVersion) => api.grant.completeProgramme(input), meta: POOL_META });

/** Raises the budget of a programme with money from the grants pool. */
export const raiseBudgetMutation = () =>
  mutationOptions({ mutationFn: (input: RaiseProgrammeBudgetInput) => api.grant.raiseBudget(input), meta: POOL_META });

/** Creates a download link for the list of a programme's awards. */
export const exportAwards = (programmeId: string, format: ExportFormat) =>
  api.grant.exportAwards({ programmeId, format });
