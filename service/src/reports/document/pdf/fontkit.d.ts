/** The part of fontkit that we use; the package brings no types. */
declare module 'fontkit' {
  export type Glyph = {
    readonly id: number
    readonly advanceWidth: number
    readonly codePoints: readonly number[]
  }

  export type Subset = {
    readonly includeGlyph: (glyphId: number) => number
    readonly encode: () => Uint8Array
  }

  export type Font = {
    readonly postscriptName: string
    readonly unitsPerEm: number
    readonly ascent: number
    readonly descent: number
    readonly bbox: {
      readonly minX: number
      readonly minY: number
      readonly maxX: number
      readonly maxY: number
    }
    readonly getGlyph: (glyphId: number) => Glyph
    readonly glyphForCodePoint: (codePoint: number) => Glyph
    readonly hasGlyphForCodePoint: (codePoint: number) => boolean
    readonly layout: (text: string) => { readonly glyphs: readonly Glyph[] }
    readonly createSubset: () => Subset
  }

  export function create(bytes: Uint8Array): Font
}
