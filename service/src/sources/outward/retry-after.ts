/** Asked to wait without being told how long. */
export const unsaidPauseMs = 1_000

/** Nobody is believed who asks for longer: the next call finds out. */
const pauseMsMax = 15 * 60_000

/** How long an answer asks not to be called (RFC 9110, 10.2.3: seconds or a date); undefined when it does not ask. */
export function pauseMsAsked(
  status: number,
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  if (status !== 429 && (status !== 503 || header === undefined)) return undefined
  return toldPauseMs(header, nowMs) ?? unsaidPauseMs
}

/** How long the header says; undefined where it is absent or says nothing. */
export function toldPauseMs(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  const text = typeof header === 'string' ? header : header?.[0]
  const pauseMs = text === undefined ? Number.NaN : pauseMsOf(text.trim(), nowMs)
  return Number.isNaN(pauseMs) ? undefined : Math.min(Math.max(pauseMs, 0), pauseMsMax)
}

const pauseMsOf = (text: string, nowMs: number): number =>
  /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
