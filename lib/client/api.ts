import { routes } from "@/lib/contract/routes";
import { callsOf } from "./call";

/** Every call of the contract. */
export const api = callsOf(routes);
