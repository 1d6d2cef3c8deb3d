import {
  type Find,
  finder,
  fontsOf,
  hexText,
  type PdfObjects,
  pageContent,
  refOf,
  refsOf,
  stringAt,
  unicodeOf,
} from './pdf-reader.ts'

/**
 * What keeps a file of ours from PDF/UA-1 (ISO 14289-1) and PDF/A-2a (ISO 19005-2): those of veraPDF's checks that
 * our files could fail. `npm run pdf:check` asks veraPDF itself.
 */
export function pdfFaults(file: PdfObjects): string[] {
  const object = finder(file.objects)
  const root = object(refOf(file.trailer, 'Root')).dictionary
  const pages = refsOf(object(refOf(root, 'Pages')).dictionary, 'Kids')
  return [
    ...trailerFaults(file.trailer),
    ...catalogFaults(root),
    ...metadataFaults(root, object(refOf(file.trailer, 'Info')).dictionary, object),
    ...colourFaults(root, object),
    ...structureFaults(refOf(root, 'StructTreeRoot'), object),
    ...pages.flatMap((page) => pageFaults(page, { root, object })),
    ...fontFaults(pages, object),
  ]
}

type Check = readonly [holds: boolean, fault: string]

const failed = (checks: readonly Check[]): string[] =>
  checks.filter(([holds]) => !holds).map(([, fault]) => fault)

const trailerFaults = (trailer: string): string[] =>
  failed([
    [/\/ID\[<[0-9a-f]{32}><[0-9a-f]{32}>\]/.test(trailer), 'the file has no ID'],
    [!trailer.includes('/Encrypt'), 'the file is encrypted'],
  ])

/** What a catalog of ours holds; anything else might be a script, an action or a file that is attached. */
const catalogKeys = new Set([
  ...['Type', 'Catalog', 'Pages', 'StructTreeRoot', 'MarkInfo', 'Marked', 'Lang', 'ViewerPreferences'],
  ...['DisplayDocTitle', 'Metadata', 'OutputIntents', 'Outlines', 'PageMode', 'UseOutlines'],
])

const catalogFaults = (root: string): string[] =>
  failed([
    [root.includes('/MarkInfo<</Marked true>>'), 'the catalog does not say that the file is tagged'],
    [/\/Lang\([a-z]{2}(-[A-Z]{2})?\)/.test(root), 'the catalog names no language'],
    [root.includes('/DisplayDocTitle true'), 'a viewer shows the name of the file and not the title'],
    [
      [...root.matchAll(/\/([A-Za-z]+)/g)].every(([, key = '']) => catalogKeys.has(key)),
      'the catalog holds more than it may',
    ],
  ])

function metadataFaults(root: string, info: string, object: Find): string[] {
  if (!root.includes('/Metadata ')) return ['there is no metadata stream']
  const { dictionary, data } = object(refOf(root, 'Metadata'))
  const xml = data?.toString('utf8') ?? ''
  const element = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? ''
  const text = (name: string) => plainText(element(name))
  const infoText = (name: string) =>
    hexText(new RegExp(`/${name}<feff([0-9a-f]*)>`).exec(info)?.[1] ?? '').toWellFormed()
  const day = /\/CreationDate\(D:(\d{14})Z\)/.exec(info)?.[1] ?? ''
  return failed([
    [dictionary.includes('/Type/Metadata/Subtype/XML'), 'the metadata stream does not say what it is'],
    [!dictionary.includes('/Filter'), 'the metadata stream is compressed'],
    [
      /^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>.*<\?xpacket end="r"\?>$/s.test(xml),
      'the metadata stands in no packet',
    ],
    [element('pdfuaid:part') === '1', 'the metadata does not claim PDF/UA-1'],
    [
      element('pdfaid:part') === '2' && element('pdfaid:conformance') === 'A',
      'the metadata does not claim PDF/A-2a',
    ],
    [
      element('pdfaSchema:namespaceURI') === 'http://www.aiim.org/pdfua/ns/id/',
      'the schema of PDF/UA is not described',
    ],
    [text('dc:title') !== '' && text('dc:title') === infoText('Title'), 'the title is not that of the file'],
    [text('dc:creator') === infoText('Author'), 'the author is not that of the file'],
    [root.includes(`/Lang(${text('dc:language')})`), 'the language is not that of the file'],
    [
      element('xmp:CreateDate').replace(/\D/g, '').slice(0, 14) === day && day !== '',
      'the day is not that of the file',
    ],
  ])
}

const plainText = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

function colourFaults(root: string, object: Find): string[] {
  const [intent] = refsOf(root, 'OutputIntents')
  if (intent === undefined) return ['nothing says what the colours mean']
  const { dictionary } = object(intent)
  const { dictionary: profile, data = Buffer.alloc(128) } = object(refOf(dictionary, 'DestOutputProfile'))
  return failed([
    [dictionary.includes('/S/GTS_PDFA1'), 'the output intent is not for PDF/A'],
    [/\/OutputConditionIdentifier\([^)]+\)/.test(dictionary), 'the output intent has no name'],
    [profile.includes('/N 3'), 'the profile does not say that it has three colours'],
    [data.readUInt32BE(0) === data.length, 'the profile does not say its own length'],
    [data.readUInt32BE(8) <= 0x04200000, 'the profile is newer than PDF/A-2'],
    [data.toString('latin1', 12, 24) === 'mntrRGB XYZ ', 'the profile is not of a display in RGB'],
    [data.toString('latin1', 36, 40) === 'acsp', 'the profile is none'],
  ])
}

type Element = {
  readonly kind: string
  readonly dictionary: string
  readonly kids: readonly Element[]
}

/** Which element may stand in which. */
const parents: Readonly<Record<string, readonly string[]>> = {
  TR: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
  Span: ['P'],
}

const standardKinds = new Set([
  ...['Document', 'Sect', 'Div', 'H1', 'H2', 'H3', 'P', 'L', 'Table'],
  ...Object.keys(parents),
])

function structureFaults(tree: number, object: Find): string[] {
  const read = (ref: number): Element => {
    const { dictionary } = object(ref)
    const kind = /\/S\/(\w+)/.exec(dictionary)?.[1] ?? ''
    return { kind, dictionary, kids: refsOf(dictionary, 'K').map(read) }
  }
  const [root] = refsOf(object(tree).dictionary, 'K').map(read)
  if (root === undefined) return ['there is no structure']
  const faults: string[] = root.kind === 'Document' ? [] : ['the structure is no document']
  const headings: number[] = []
  const walk = (element: Element, parent: string): void => {
    faults.push(...elementFaults(element, parent))
    const level = /^H(\d)$/.exec(element.kind)?.[1]
    if (level !== undefined) headings.push(Number(level))
    for (const kid of element.kids) walk(kid, element.kind)
  }
  walk(root, '')
  const skips = headings.some((level, at) => level > (headings[at - 1] ?? 0) + 1)
  return [...new Set(faults), ...(skips ? ['a level of headings is left out'] : [])]
}

function elementFaults({ kind, dictionary, kids }: Element, parent: string): string[] {
  const rows = kids.filter((kid) => kid.kind === 'TR').map((row) => row.kids.length)
  return failed([
    [standardKinds.has(kind), `${kind} is no element of the standard`],
    [parents[kind]?.includes(parent) ?? true, `${kind} stands in ${parent}`],
    [kind !== 'TH' || dictionary.includes('/Scope/Column'), 'a head of a table does not say whose it is'],
    [kind !== 'Table' || new Set(rows).size <= 1, 'the rows of a table have not the same cells'],
    [kids.length > 0 || /\/K \d/.test(dictionary), `${kind} is empty`],
  ])
}

/** Marks, texts and what paints, in the order of the page; strings are stepped over. */
const operators =
  /\/(\w+)<<\/MCID (\d+)(?:\/ActualText<feff[0-9a-f]+>)?>>BDC|(BMC)|(EMC)|(\()|\b(Tj|f|S|B)\b|\b(k|K|cs|CS|sc|SC|scn|SCN|sh|Do)\b/g

function pageFaults(
  page: number,
  { root, object }: { readonly root: string; readonly object: Find },
): string[] {
  const { dictionary } = object(page)
  const content = pageContent(dictionary, object)
  const tree = object(refOf(object(refOf(root, 'StructTreeRoot')).dictionary, 'ParentTree')).dictionary
  const key = /\/StructParents (\d+)/.exec(dictionary)?.[1]
  const elements = [
    ...(new RegExp(`[\\[\\]]${key}\\[([^\\]]*)\\]`).exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g),
  ].map(([, ref]) => Number(ref))
  const faults: string[] = dictionary.includes('/Tabs/S') ? [] : ['a page has no order of its own']
  let open = 0
  let marked = 0
  operators.lastIndex = 0
  for (let match = operators.exec(content); match !== null; match = operators.exec(content)) {
    const [, kind, number, artifact, end, string, paints, foreign] = match
    if (string !== undefined) operators.lastIndex = stringAt(content, operators.lastIndex).until
    else if (kind !== undefined) {
      faults.push(
        ...markFaults(
          { kind, number: Number(number), expected: marked, page, element: elements[marked] },
          object,
        ),
      )
      marked += 1
      open += 1
    } else if (artifact !== undefined) open += 1
    else if (end !== undefined) open -= 1
    else if (foreign !== undefined)
      faults.push(`${foreign} paints in colours that the profile does not cover`)
    else if (paints !== undefined && open !== 1)
      faults.push('something is painted that is neither tagged nor artifact')
  }
  if (marked !== elements.length || open !== 0)
    faults.push('the marks of a page are not those of the structure')
  return [...new Set(faults)]
}

type Mark = {
  readonly kind: string
  readonly number: number
  readonly expected: number
  readonly page: number
  readonly element: number | undefined
}

function markFaults({ kind, number, expected, page, element }: Mark, object: Find): string[] {
  const { dictionary } = element === undefined ? { dictionary: '' } : object(element)
  const isThat =
    number === expected &&
    dictionary.includes(`/S/${kind}/`) &&
    dictionary.includes(`/Pg ${page} 0 R`) &&
    new RegExp(`/K ${number}\\b`).test(dictionary)
  return isThat ? [] : ['a text does not belong to the element that the structure says']
}

function fontFaults(pages: readonly number[], object: Find): string[] {
  const used = new Map<number, Set<number>>()
  for (const page of pages) {
    const { dictionary } = object(page)
    const fonts = new Map(fontsOf(dictionary))
    for (const [name, codes] of codesIn(pageContent(dictionary, object))) {
      const font = fonts.get(name) ?? 0
      used.set(font, (used.get(font) ?? new Set()).union(codes))
    }
  }
  return [...new Set([...used].flatMap(([font, codes]) => faultsOfFont(font, codes, object)))]
}

function codesIn(content: string): Map<string, Set<number>> {
  const codes = new Map<string, Set<number>>()
  const pattern = /\/(\w) [\d.]+ Tf|(\()/g
  let font = ''
  for (let match = pattern.exec(content); match !== null; match = pattern.exec(content)) {
    if (match[1] !== undefined) font = match[1]
    else {
      const { glyphs, until } = stringAt(content, pattern.lastIndex)
      codes.set(font, (codes.get(font) ?? new Set()).union(new Set(glyphs)))
      pattern.lastIndex = until
    }
  }
  return codes
}

function faultsOfFont(ref: number, codes: ReadonlySet<number>, object: Find): string[] {
  const { dictionary } = object(ref)
  const [descendantRef = 0] = refsOf(dictionary, 'DescendantFonts')
  const descendant = object(descendantRef).dictionary
  const descriptor = object(refOf(descendant, 'FontDescriptor')).dictionary
  if (!descriptor.includes('/FontFile2 ')) return ['a font is not in the file']
  if (!dictionary.includes('/ToUnicode ')) return ['a font does not say what its codes mean']
  const unicode = unicodeOf(object(refOf(dictionary, 'ToUnicode')).data?.toString('latin1') ?? '')
  const program = object(refOf(descriptor, 'FontFile2')).data ?? Buffer.alloc(0)
  const glyphMap = descendant.includes('/CIDToGIDMap /Identity')
    ? undefined
    : object(refOf(descendant, 'CIDToGIDMap')).data
  const widths = widthsOf(descendant)
  const advance = advancesOf(program)
  return [...codes].flatMap((code) => {
    const glyph = glyphMap === undefined ? code : glyphMap.readUInt16BE(code * 2)
    const text = unicode.get(code) ?? ''
    return failed([
      [glyph !== 0, 'a code has no glyph'],
      [text !== '' && !/[\0\ufeff\ufffe]|\p{Co}/u.test(text), 'a code has no meaning'],
      [
        Math.abs((widths.get(code) ?? Number.NaN) - advance(glyph)) <= 1,
        'a sign is not as wide as its font says',
      ],
    ])
  })
}

function widthsOf(descendant: string): Map<number, number> {
  const widths = new Map<number, number>()
  const [, list = ''] = /\/W\[((?:\d+\[[\d ]*\])*)\]/.exec(descendant) ?? []
  for (const [, first, row = ''] of list.matchAll(/(\d+)\[([\d ]*)\]/g))
    for (const [at, width] of row.split(' ').entries()) widths.set(Number(first) + at, Number(width))
  return widths
}

/** How wide the font program itself has its glyphs, in thousandths: tables head, hhea and hmtx of TrueType. */
function advancesOf(program: Buffer): (glyph: number) => number {
  const table = (name: string): number => {
    for (let at = 12; at < 12 + program.readUInt16BE(4) * 16; at += 16)
      if (program.toString('latin1', at, at + 4) === name) return program.readUInt32BE(at + 8)
    throw new Error(`The font has no table ${name}`)
  }
  const unitsPerEm = program.readUInt16BE(table('head') + 18)
  const last = program.readUInt16BE(table('hhea') + 34) - 1
  const metrics = table('hmtx')
  return (glyph) => (program.readUInt16BE(metrics + Math.min(glyph, last) * 4) * 1000) / unitsPerEm
}
