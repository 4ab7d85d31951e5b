import { routes } from "@/lib/contract/routes";
import { apiCallsOf } from "./call";

/** Typed functions for every API call of the contract. */
export const api = apiCallsOf(routes);
