import { tokens } from '@lastro/reading/look/tokens.ts'

/** Where the typeface of the console is found under a name that does not change with its build. */
export const typefacePath = '/console/typeface.woff2'

/**
 * What the style of every page that we serve begins with: the tokens that the console has too, and its typeface. A
 * page that is saved as a file takes the tokens alone, and shows in the reader's own font.
 */
export const palette = `${tokens}@font-face {
  font-family: "Public Sans Variable"; font-weight: 100 900; font-display: swap;
  src: url("${typefacePath}") format("woff2");
  unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212;
}
`
