/** Numbers that look drawn by lot and are the same for the same seed (mulberry32). */
export function lot(seed: number) {
  let state = seed
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
  return { below, of: <One>(all: readonly One[]): One => all[below(all.length)] as One }
}

/** The seed that a test run was given, or one of its own, to be said when something fails. */
export const testSeed = (): number =>
  Number(process.env.LASTRO_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
