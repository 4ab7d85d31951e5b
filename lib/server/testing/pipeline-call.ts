import { randomUUID } from "node:crypto";
import type { CallMeta } from "@/lib/contract/common";
import { contract } from "@/lib/contract/contract";
import { startCall } from "@/lib/server/api/call";
import type { RequestContext } from "@/lib/server/api/context";
import type { CallName } from "@/lib/server/api/long-calls";

const callsByModule: Record<
  string,
  Record<string, { "~orpc": { meta: CallMeta; route: { method?: string; path?: string } } }>
> = contract;

/** Starts a call as the pipeline does, so that a test can run single steps of it. */
export function startPipelineCall(name: CallName, request: Partial<RequestContext> = {}, input: unknown = {}) {
  const [group = "", key = ""] = name.split(".");
  const procedure = callsByModule[group]?.[key];
  if (!procedure) throw new Error(`${name} is not declared.`);
  const sent = { token: null, idempotencyKey: null, address: "10.0.0.1", device: "test", requestId: randomUUID() };
  return startCall({ context: { ...sent, ...request }, path: [group, key], procedure }, input);
}
