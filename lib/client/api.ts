import { routes } from "@/lib/contract/routes";
import { callsOf } from "./call";

/** Typed functions for every call of the contract. */
export const api = callsOf(routes);
