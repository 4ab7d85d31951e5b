import { ensureBuilt } from "@/scripts/support.mjs";

/** Before the workers: each of them would find that a changed source needs a new build, and make it. */
export default function build(): void {
  ensureBuilt();
}
