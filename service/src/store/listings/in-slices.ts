/** Statements are kept prepared by their text: a few sizes make a few texts, any size would make hundreds. */
const sliceSizes = [64, 16, 4, 1]

export function* inSlices<Row>(rows: readonly Row[]): Generator<Row[]> {
  let from = 0
  for (const size of sliceSizes) {
    for (; rows.length - from >= size; from += size) yield rows.slice(from, from + size)
  }
}
