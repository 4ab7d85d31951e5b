/**
 * Returns how often to run a race: a few times in `npm test`, `stressRounds` with STRESS=1. `normalRounds` must fail at least nine times in ten
 * without the code under test, which was checked by removing it.
 */
export const raceRounds = (normalRounds: number, stressRounds: number) =>
  process.env.STRESS ? stressRounds : normalRounds;
