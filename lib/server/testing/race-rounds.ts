/**
 * Returns how often a test repeats concurrent calls that compete: `normalRounds` in `npm test`, `stressRounds` with STRESS=1. Choose
 * `normalRounds` so that the test fails in at least nine of ten runs if the tested protection is removed.
 */
export const raceRounds = (normalRounds: number, stressRounds: number) =>
  process.env.STRESS ? stressRounds : normalRounds;
