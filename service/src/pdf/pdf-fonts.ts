import { deflateSync } from 'node:zlib'
import { type Font, openFont, type Subset } from './font-reader.ts'
import type { PdfFile, PdfRef } from './pdf-file.ts'

export type Weight = 'regular' | 'bold'

/** Text as a page draws it. */
export type ShapedText = {
  readonly runs: readonly TextRun[]
  /** In thousandths of the font's size. */
  readonly width: number
  /** False when the glyphs do not spell the text: drawn from right to left, or not in the font. */
  readonly isSpelled: boolean
}

/** In the usual fonts the code of a sign is the sign itself; in the extra one it is the number of a glyph. */
export type TextRun = { readonly font: FontName; readonly codes: string }

/** R and B are the same in every document; X holds what a document needs besides. */
export type FontName = 'R' | 'B' | 'X'

/** The fonts of one document. */
export type DocumentFonts = {
  readonly shape: (text: string, weight: Weight) => ShapedText
  /** Whether a sign was met that the font does not have. */
  readonly lacksSigns: () => boolean
  /** Writes the fonts into the file, as a dictionary of names. */
  readonly embed: (file: PdfFile) => string
}

export function documentFonts(): DocumentFonts {
  const faces = { regular: usualFace('regular'), bold: usualFace('bold') }
  const extra = extraFont(faces.regular.font)
  /** Unusual texts take long to shape, and are asked for again: to measure, to break, to draw. */
  const unusual = { regular: new Map<string, ShapedText>(), bold: new Map<string, ShapedText>() }
  const shapeUnusual = (text: string, weight: Weight): ShapedText => {
    const known = unusual[weight].get(text)
    if (known !== undefined) return known
    const shaped = shapeAny(faces[weight], extra, text.normalize())
    unusual[weight].set(text, shaped)
    return shaped
  }
  return {
    shape: (text, weight) => shapeUsual(faces[weight], text) ?? shapeUnusual(text, weight),
    lacksSigns: () => extra.lacksSigns,
    embed: (file) => {
      const usual = `/R ${faces.regular.embed(file)} 0 R/B ${faces.bold.embed(file)} 0 R`
      return `<<${usual}${extra.isUsed() ? `/X ${extra.embed(file)} 0 R` : ''}>>`
    },
  }
}

const files: Readonly<Record<Weight, string>> = {
  regular: 'DejaVuSansCondensed',
  bold: 'DejaVuSansCondensed-Bold',
}

type UsualFace = {
  readonly name: FontName
  readonly font: Font
  /** By sign, in thousandths; nought for one that is not among the usual. */
  readonly widths: Uint16Array
  readonly embed: (file: PdfFile) => PdfRef
}

/** The letters of Europe's west and middle, and what stands between them. □ is for what the font lacks. */
const usualRanges: readonly SignRange[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x100, 0x17f],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x25a1, 0x25a1],
  [0xfffd, 0xfffd],
]

/** The first and the last; they share their upper byte, as the map to Unicode wants it. */
type SignRange = readonly [number, number]

const lackingSign = '\u25a1'

const usualFaces = new Map<Weight, UsualFace>()

/** Read, cut to the usual signs and compressed once; every document takes it as it is. */
function usualFace(weight: Weight): UsualFace {
  const known = usualFaces.get(weight)
  if (known !== undefined) return known
  const font = openFont(files[weight])
  const subset = font.createSubset()
  const widths = new Uint16Array(lastUsualSign + 1)
  const glyphs = Buffer.alloc((lastUsualSign + 1) * 2)
  for (const [from, until] of usualRanges) {
    for (let sign = from; sign <= until; sign += 1) {
      const { id, advanceWidth } = font.glyphForCodePoint(sign)
      if (id === 0 || advanceWidth === 0) throw new Error('The font has lost one of the usual signs')
      widths[sign] = thousandths(font, advanceWidth)
      glyphs.writeUInt16BE(subset.includeGlyph(id), sign * 2)
    }
  }
  const program = fontProgram(subset)
  const glyphOfSign = deflateSync(glyphs)
  const face: UsualFace = {
    name: weight === 'bold' ? 'B' : 'R',
    font,
    widths,
    embed: (file) =>
      embedFont(file, font, {
        tag: weight === 'bold' ? 'BAAAAA' : 'AAAAAA',
        program,
        glyphOfCode: `${file.addCompressed('', glyphOfSign)} 0 R`,
        widths: usualRanges.map(
          ([from, until]) =>
            `${from}[${widths
              .slice(from, until + 1)
              .map(Math.round)
              .join(' ')}]`,
        ),
        unicode: usualRanges.map(
          ([from, until]) => `1 beginbfrange\n<${hex4(from)}><${hex4(until)}><${hex4(from)}>\nendbfrange`,
        ),
      }),
  }
  usualFaces.set(weight, face)
  return face
}

const lastUsualSign = Math.max(...usualRanges.map(([, until]) => until))

const thousandths = ({ unitsPerEm }: Font, value: number): number => Math.round((value * 1000) / unitsPerEm)

/** The way of nearly every text: it has only usual signs. */
function shapeUsual({ name, widths }: UsualFace, text: string): ShapedText | undefined {
  let width = 0
  for (let at = 0; at < text.length; at += 1) {
    const signWidth = widths[text.charCodeAt(at)]
    if (signWidth === undefined || signWidth === 0) return undefined
    width += signWidth
  }
  return { runs: [{ font: name, codes: text }], width, isSpelled: true }
}

/** Words written from right to left, with what stands between them; they are drawn as one. */
const rightToLeft = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc'
const rightToLeftRuns = new RegExp(`([${rightToLeft}]+(?:[\\s\\p{P}]+[${rightToLeft}]+)*)`, 'u')

/** Any other text: in runs, each by the font that has it, shaped as its script wants. */
function shapeAny(face: UsualFace, extra: ExtraFont, text: string): ShapedText {
  const runs: TextRun[] = []
  let width = 0
  const take = (shaped: ShapedText) => {
    runs.push(...shaped.runs)
    width += shaped.width
  }
  for (const part of text.split(rightToLeftRuns)) {
    if (part === '') continue
    const whole = rightToLeftRuns.test(part) ? extra.shape(part) : undefined
    if (whole !== undefined) take(whole)
    else
      for (const sign of signsOf(part))
        take(shapeUsual(face, sign) ?? extra.shape(sign) ?? lacking(face, extra))
  }
  return { runs, width, isSpelled: false }
}

/** What a person counts as one sign, be it several characters. */
function signsOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter('pt', { granularity: 'grapheme' })
  return [...graphemes.segment(text)].map((one) => one.segment)
}

/** Made when it is first needed: few texts have such signs, and every program would start later. */
let graphemes: Intl.Segmenter | undefined

function lacking(face: UsualFace, extra: ExtraFont): ShapedText {
  extra.lacksSigns = true
  const box = shapeUsual(face, lackingSign)
  if (box === undefined) throw new Error('The font has lost the sign for what it lacks')
  return box
}

type ExtraFont = {
  lacksSigns: boolean
  /** Undefined when the font does not have all of it. */
  readonly shape: (text: string) => ShapedText | undefined
  readonly isUsed: () => boolean
  readonly embed: (file: PdfFile) => PdfRef
}

/** What one document needs besides the usual signs, cut from the whole font for it alone. */
function extraFont(font: Font): ExtraFont {
  let cut: FontCut | undefined
  return {
    lacksSigns: false,
    shape: (text) => {
      if (!Array.from(text).every((sign) => hasSign(font, sign.codePointAt(0) ?? 0))) return undefined
      cut ??= fontCut(font)
      let codes = ''
      let width = 0
      for (const { id, advanceWidth, codePoints } of font.layout(text).glyphs) {
        const glyph = cut.include(id, thousandths(font, advanceWidth), codePoints)
        codes += String.fromCharCode(glyph)
        width += cut.widths[glyph] ?? 0
      }
      return { runs: [{ font: 'X', codes }], width, isSpelled: false }
    },
    isUsed: () => cut !== undefined,
    embed: (file) => {
      if (cut === undefined) throw new Error('A font that nothing is drawn with is not embedded')
      const { widths, signs, subset } = cut
      return embedFont(file, font, {
        tag: 'XAAAAA',
        program: fontProgram(subset),
        glyphOfCode: '/Identity',
        widths: [`0[${widths.join(' ')}]`],
        unicode: unicodeBlocks(signs),
      })
    },
  }
}

/** A byte order mark is no sign, and what the private areas mean nobody knows: PDF/A takes neither for text. */
const hasSign = (font: Font, codePoint: number): boolean =>
  font.hasGlyphForCodePoint(codePoint) &&
  codePoint !== 0xfeff &&
  !/\p{Co}/u.test(String.fromCodePoint(codePoint))

type FontCut = {
  readonly subset: Subset
  /** Puts a glyph into the cut font; answers its number there. */
  readonly include: (glyphId: number, width: number, signs: readonly number[]) => number
  readonly widths: readonly number[]
  readonly signs: readonly (readonly number[])[]
}

function fontCut(font: Font): FontCut {
  const subset = font.createSubset()
  const widths: number[] = [thousandths(font, font.getGlyph(0).advanceWidth)]
  const signs: (readonly number[])[] = [unknownSign]
  return {
    subset,
    include: (glyphId, width, codePoints) => {
      const glyph = subset.includeGlyph(glyphId)
      widths[glyph] ??= width
      signs[glyph] ??= codePoints.length === 0 ? unknownSign : codePoints
      return glyph
    },
    widths,
    signs,
  }
}

/** For a glyph that is only a part of a sign; the whole text stands beside it anyway. */
const unknownSign = [0xfffd]

type FontProgram = { readonly compressed: Buffer; readonly length: number }

function fontProgram(subset: Subset): FontProgram {
  const bytes = Buffer.from(subset.encode())
  return { compressed: deflateSync(bytes), length: bytes.length }
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

type FontParts = {
  /** Six letters that say the font is not whole. */
  readonly tag: string
  readonly program: FontProgram
  readonly glyphOfCode: string
  readonly widths: readonly string[]
  readonly unicode: readonly string[]
}

function embedFont(
  file: PdfFile,
  font: Font,
  { tag, program, glyphOfCode, widths, unicode }: FontParts,
): PdfRef {
  const name = `${tag}+${font.postscriptName}`
  const fontFile = file.addCompressed(`/Length1 ${program.length}`, program.compressed)
  const size = (value: number) => thousandths(font, value)
  const { minX, minY, maxX, maxY } = font.bbox
  const box = [minX, minY, maxX, maxY].map(size).join(' ')
  const heights = `/Ascent ${size(font.ascent)}/Descent ${size(font.descent)}/CapHeight ${size(font.ascent)}`
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0${heights}/StemV 80/FontFile2 ${fontFile} 0 R>>`,
  )
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/W[${widths.join('')}]/CIDToGIDMap ${glyphOfCode}>>`,
  )
  const map = file.addStream('', Buffer.from(unicodeMap(unicode), 'latin1'))
  return file.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${map} 0 R>>`,
  )
}

/** Glyphs a block of the map may name, by the format's own rule. */
const mapBlockMax = 100

/** Which signs each glyph stands for. */
function unicodeBlocks(signs: readonly (readonly number[])[]): string[] {
  const lines = signs.map((codePoints, glyph) => {
    const text = Buffer.from(String.fromCodePoint(...codePoints), 'utf16le').swap16()
    return `<${hex4(glyph)}><${text.toString('hex')}>`
  })
  return Array.from({ length: Math.ceil(lines.length / mapBlockMax) }, (_, at) => {
    const block = lines.slice(at * mapBlockMax, (at + 1) * mapBlockMax)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
}

/** Which text each code stands for, so that it can be searched and copied. */
const unicodeMap = (blocks: readonly string[]): string => `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
