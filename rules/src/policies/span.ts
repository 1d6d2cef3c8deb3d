/**
 * What is known of a value: the least and the most that it can be. One figure has both alike; of what nobody told they
 * are without bounds, so that no comparison holds and none fails. Choices are the places of their list.
 */
export type Span = { readonly least: number; readonly most: number }

export const unknown: Span = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }

export const isUnknown = ({ least }: Span): boolean => least === Number.NEGATIVE_INFINITY

export const isExact = ({ least, most }: Span): boolean => least === most

/** Beyond what a double counts exactly a figure is "at least so much"; every constant of a policy lies below. */
export function exactly(figure: number): Span {
  return figure <= Number.MAX_SAFE_INTEGER ? { least: figure, most: figure } : from(figure)
}

export const from = (figure: number): Span => ({
  least: Math.min(figure, Number.MAX_SAFE_INTEGER),
  most: Number.POSITIVE_INFINITY,
})

export function between({ least, most }: Span): Span {
  return most <= Number.MAX_SAFE_INTEGER ? { least, most } : from(least)
}
