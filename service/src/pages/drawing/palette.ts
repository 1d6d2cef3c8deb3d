import { tokens } from '@lastro/reading/look/tokens.ts'

/** What the style of every page begins with: the colours, sizes and fonts that the console has too. */
export const palette = tokens
