import { config } from "zod";

// zod tests whether it may compile code. The content security policy forbids it and would report the attempt.
config({ jitless: true });
