/** Round figures for the lines of a chart: 0, and up to four above it. */
export function ticksUpTo(peak: number): readonly number[] {
  const rough = Math.max(1, peak) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.ceil(Math.max(1, peak) / step) + 1 }, (_, at) => at * step)
}
