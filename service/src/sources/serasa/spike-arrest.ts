/** Whether a refusal asks us to slow down: this provider says so with a 503 and in words, and does not say for how long. */
export const isSpikeArrest = (status: number, json: unknown): boolean =>
  status === 503 && /spike\s*arrest/i.test(wordsOf(json))

/** As much of a refusal as its words need. */
const wordsLengthMax = 4_000

export const wordsOf = (json: unknown): string => (JSON.stringify(json) ?? '').slice(0, wordsLengthMax)
