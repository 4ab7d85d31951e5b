import "server-only";
import { appCalls } from "./promotion/app-calls";
import { codeCalls } from "./promotion/code-calls";
import { figureCalls } from "./promotion/figure-calls";
import { staffCalls } from "./promotion/staff-calls";
import { stateCalls } from "./promotion/state-calls";
import { trialCalls } from "./promotion/trial-calls";

/** All API calls of the promotions module. */
export const promotion = { ...staffCalls, ...stateCalls, ...codeCalls, ...figureCalls, ...trialCalls, ...appCalls };
