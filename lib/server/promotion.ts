import "server-only";
import { appCalls } from "./promotion/app-calls";
import { codeCalls } from "./promotion/code-calls";
import { deskCalls } from "./promotion/desk-calls";
import { figureCalls } from "./promotion/figure-calls";
import { lifeCalls } from "./promotion/life-calls";
import { trialCalls } from "./promotion/trial-calls";

export const promotion = { ...deskCalls, ...lifeCalls, ...codeCalls, ...figureCalls, ...trialCalls, ...appCalls };
