export type HttpTimeouts = {
  readonly requestMs: number
  readonly headMs: number
  readonly idleMs: number
  readonly unreadMs: number
  readonly drainTakesMs: number
  readonly drainIdleMs: number
  readonly lingerMs: number
  readonly checkEveryMs: number
  readonly longBodyMs: number
  readonly longBodyWindowMs: number
  readonly longBodyWindowBytesMin: number
}

export const usualTimeouts: HttpTimeouts = {
  // A whole request is a few kilobytes; one that takes longer than this is not coming.
  requestMs: 20_000,
  // Everything before the body.
  headMs: 10_000,
  // A connection on which nothing moves is cut: nobody asks, or nobody reads. Longer than the usual 60 s of a load
  // balancer, so that it, not we, closes an idle connection.
  idleMs: 65_000,
  // Whoever has not taken another piece of its answer for this long is not reading it.
  unreadMs: 50_000,
  // For so long after it is told to stop a server still takes connections: whoever sends callers to it, and has to
  // notice first that it is going, sends them for another moment.
  drainTakesMs: 0,
  // While draining: a caller that keeps its connection busy sends its next request within this time, and is told
  // with the answer that it is the last. Closing at once would meet that request on its way, and reset it.
  drainIdleMs: 500,
  // How long a caller has to close its side after we have closed ours, before the connection is cut.
  lingerMs: 1_000,
  // How often requests that are late, and answers that nobody reads, are looked for.
  checkEveryMs: 5_000,
  // Enough for the largest batch over the slowest usable connection.
  longBodyMs: 60 * 60_000,
  // A body of lines must deliver a few kilobytes in each window, which any connection can, so that nobody occupies a
  // connection with an occasional byte. Shorter than `idleMs`, so that a silent sender gets a response.
  longBodyWindowMs: 50_000,
  longBodyWindowBytesMin: 8 * 1024,
}

/** With a server that still takes requests for a while, on connections it has and on new ones. */
export const drainingFor = (drainTakesMs: number): HttpTimeouts => ({
  ...usualTimeouts,
  drainTakesMs,
  drainIdleMs: Math.max(usualTimeouts.drainIdleMs, drainTakesMs),
})
