import "server-only";
import { appCalls } from "./promotion/app-calls";
import { codeCalls } from "./promotion/code-calls";
import { figureCalls } from "./promotion/figure-calls";
import { deskCalls } from "./promotion/staff-calls";
import { lifeCalls } from "./promotion/state-calls";
import { trialCalls } from "./promotion/trial-calls";

export const promotion = { ...deskCalls, ...lifeCalls, ...codeCalls, ...figureCalls, ...trialCalls, ...appCalls };
