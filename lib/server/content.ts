import "server-only";
import { citizenCalls } from "./content/citizen-calls";
import { editorCalls } from "./content/editor-calls";
import { entryCalls } from "./content/entry-calls";

/** Handlers of the `content.*` calls. */
export const contentHandlers = { ...entryCalls, ...editorCalls, ...citizenCalls };
