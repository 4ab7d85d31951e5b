/**
 * Returns how often to run a race: a few times in `npm test`, `all` with STRESS=1. `few` must fail at least nine times in ten
 * without the code under test, which was checked by removing it.
 */
export const raceRounds = (few: number, all: number) => (process.env.STRESS ? all : few);
