/**
 * How often a race is run: a few times in `npm test`, all of them with STRESS=1. `few` is enough to be red at least nine
 * times in ten without what the test guards (tried by taking it out).
 */
export const rounds = (few: number, all: number) => (process.env.STRESS ? all : few);
