import "server-only";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { callAppApi } from "./app-api";

const headsSchema = z.object({ items: z.array(z.object({ code: z.string(), name: z.string() })) });

/** Chooses a random revenue head from the app's list. @returns null if there is none */
export async function chooseRevenueHead(): Promise<{ code: string; name: string } | null> {
  const items = headsSchema.safeParse(await callAppApi("GET", "/revenue-heads")).data?.items ?? [];
  return items[randomInt(Math.max(items.length, 1))] ?? null;
}
