import { z } from "zod";
import { signInCode } from "@/lib/contract/auth";

/** What a person types in the second step; loaded with the first submit. */
export const codeSchema = z.object({ token: signInCode });
