import { config } from "zod";

// Stops zod from testing whether it may compile code: the content security policy would report the attempt.
config({ jitless: true });
