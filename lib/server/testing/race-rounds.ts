/**
 * Returns how often a test repeats concurrent calls that compete: `normalRounds` in `npm test`, `stressRounds` with STRESS=1. If the tested protection is removed, a run
 * of `normalRounds` must fail at least nine times in ten; this was checked once.
 */
export const raceRounds = (normalRounds: number, stressRounds: number) =>
  process.env.STRESS ? stressRounds : normalRounds;
