const passedOn = [
  'PATH',
  'HOME',
  'NODE_COMPILE_CACHE',
  'NODE_OPTIONS',
  'LASTRO_TEST_RUN',
  'LASTRO_FAST_HTTP',
  'LASTRO_FAST_LOAD',
  'LASTRO_FAST_REPEATS',
] as const

/**
 * What a program that a test starts gets of our own environment, and no setting of the developer's: where things are,
 * what was compiled before and where it is found, which test run it belongs to, and which fast parts are off. When
 * told to stop, it stops.
 */
export function childEnvironment(): Record<string, string> {
  const pairs = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // Nobody sends callers to it who would have to notice first that it is going.
  return { LASTRO_DRAIN_MS: '0', ...Object.fromEntries(pairs) }
}
