import { grouped } from '@lastro/reading/value-text.ts'

const mebibyte = 2 ** 20
/** From here on a tenth tells nothing. */
const wholeFrom = 10 * mebibyte

/** How much room something takes, as a person in Brazil reads it; never none. */
export const sizeText = (bytes: number): string =>
  bytes < wholeFrom
    ? `${Math.max(0.1, bytes / mebibyte)
        .toFixed(1)
        .replace('.', ',')} MiB`
    : `${grouped(String(Math.round(bytes / mebibyte)))} MiB`
