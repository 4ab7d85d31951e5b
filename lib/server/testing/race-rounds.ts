/**
 * Returns how often to run a race: `normalRounds` in `npm test`, `stressRounds` with STRESS=1. Without the tested code,
 * `normalRounds` must fail at least nine times in ten, which was checked by removing that code.
 */
export const raceRounds = (normalRounds: number, stressRounds: number) =>
  process.env.STRESS ? stressRounds : normalRounds;
