import { ByteWriter } from './byte-writer.ts'
import { type PdfFile, type PdfRef, pdfText } from './pdf-file.ts'
import type { FontName, ShapedText } from './pdf-fonts.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89 }

/** A line of text at its place, measured from the top left corner to its baseline. */
export type PlacedLine = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly shaped: ShapedText
}

export type Ink = 'black' | 'grey' | 'red' | 'amber' | 'green' | 'blue'

type PlacedBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pages whose every text belongs to an element, so that a reader aloud knows a heading from a cell. */
export type TaggedPages = {
  readonly root: PdfRef
  readonly next: () => void
  readonly count: () => number
  /** Begins an element that holds others. */
  readonly open: (kind: string, parent: PdfRef) => PdfRef
  /** An element that is text on the page at hand. */
  readonly write: (kind: string, parent: PdfRef, lines: readonly PlacedLine[], ink?: Ink) => void
  /** A row of a table, and its cells. */
  readonly writeRow: (
    table: PdfRef,
    kind: 'TH' | 'TD',
    cells: readonly { readonly lines: readonly PlacedLine[] }[],
    ink?: Ink,
  ) => void
  /** Text that is not read aloud, such as a heading that is repeated. */
  readonly decorate: (lines: readonly PlacedLine[], ink?: Ink) => void
  /** The same on every page, for a foot that counts them. Nothing is written after it. */
  readonly decorateEach: (linesOf: (page: number) => readonly PlacedLine[], ink?: Ink) => void
  /** A filled box that is not read aloud. Text stands before it only if it is written later. */
  readonly fill: (box: PlacedBox, ink: Ink | 'panel') => void
  /** A line between rows or parts. All those of a page are painted at its end. */
  readonly rule: (box: PlacedBox) => void
  /** A place that bookmarks lead to. */
  readonly destination: (y: number) => string
  readonly finish: (fonts: string) => { readonly pages: PdfRef; readonly structure: PdfRef }
}

const inks: Readonly<Record<Ink | 'panel', string>> = {
  black: '0.08 g ',
  grey: '0.36 g ',
  red: '0.6 0.12 0.14 rg ',
  amber: '0.5 0.27 0.03 rg ',
  green: '0.04 0.37 0.33 rg ',
  blue: '0.18 0.29 0.56 rg ',
  panel: '0.955 g ',
}

const ruleInk = '0.8 g '

type Page = {
  readonly ref: PdfRef
  /** How an element names this page, before the number of its text. */
  readonly pointer: string
  /** By number, the elements of the page's texts. */
  readonly elements: PdfRef[]
  readonly streams: PdfRef[]
}

type OpenElement = { readonly kind: string; readonly parent: PdfRef; kids: string }

export function taggedPages(file: PdfFile): TaggedPages {
  const pages: Page[] = []
  const open = new Map<PdfRef, OpenElement>()
  const structure = file.reserve()
  const pageTree = file.reserve()
  const root = file.reserve()
  const pen = pageWriter()
  open.set(root, { kind: 'Document', parent: structure, kids: '' })
  const pageAt = (at = pages.length - 1): Page => {
    const page = pages[at]
    if (page === undefined) throw new Error('There is no such page yet')
    return page
  }
  const closePage = (): void => void pageAt().streams.push(file.addStream('', pen.take()))
  const adopt = (parent: PdfRef, kid: PdfRef): void => {
    const element = open.get(parent)
    if (element === undefined) throw new Error('An element stands in one that is open')
    element.kids += `${kid} 0 R `
  }
  /** A text of the page, and the element that it is. */
  const writeElement = (kind: string, parent: PdfRef, lines: readonly PlacedLine[]): PdfRef => {
    const page = pageAt()
    const number = page.elements.length
    const element = file.reserve()
    page.elements.push(element)
    file
      .begin(element)
      .text(`<</S/${kind}/P `)
      .integer(parent)
      .text(page.pointer)
      .integer(number)
      .text(attributes[kind] ?? '>>')
    pen.mark(kind, number, lines)
    return element
  }
  return {
    root,
    count: () => pages.length,
    next: () => {
      if (pages.length > 0) closePage()
      const ref = file.reserve()
      pages.push({ ref, pointer: ` 0 R/Pg ${ref} 0 R/K `, elements: [], streams: [] })
    },
    open: (kind, parent) => {
      const ref = file.reserve()
      adopt(parent, ref)
      open.set(ref, { kind, parent, kids: '' })
      return ref
    },
    write: (kind, parent, lines, ink = 'black') => {
      pen.beginText(ink)
      adopt(parent, writeElement(kind, parent, lines))
      pen.endText()
    },
    writeRow: (table, kind, cells, ink = 'black') => {
      const row = file.reserve()
      adopt(table, row)
      pen.beginText(ink)
      const kids = cells.map(({ lines }) => writeElement(kind, row, lines))
      pen.endText()
      writeReferences(file.begin(row).text('<</S/TR/P ').integer(table).text(' 0 R/K['), kids).text(']>>')
    },
    decorate: (lines, ink = 'grey') => pen.decorate(lines, ink),
    decorateEach: (linesOf, ink = 'grey') => {
      closePage()
      for (const [at, page] of pages.entries()) {
        pen.decorate(linesOf(at), ink)
        page.streams.push(file.addPlain('', pen.take()))
      }
    },
    fill: (box, ink) => pen.fill(box, ink),
    rule: (box) => pen.rule(box),
    destination: (y) => `[${pageAt().ref} 0 R/XYZ 0 ${Math.round(paper.height - y)} null]`,
    finish: (fonts) => {
      writePages(file, pages, pageTree, fonts)
      writeStructure(file, { structure, root, pages, open })
      return { pages: pageTree, structure }
    },
  }
}

/** What an element of a kind ends with: a head of a table is of its column. */
const attributes: Readonly<Record<string, string>> = { TH: '/A<</O/Table/Scope/Column>>>>' }

/** Writes the operators of a page. */
function pageWriter() {
  const out = new ByteWriter()
  const rules = new ByteWriter()
  // What is set already need not be set again: a long table is mostly of one font and one ink.
  let ink: Ink | 'panel' | '' = ''
  let font: FontName | '' = ''
  let fontSize = 0
  // Where the last line of the text began, in tenths of a point: the next is placed from there.
  let fromX = 0
  let fromY = 0
  const setInk = (next: Ink | 'panel'): void => {
    if (ink !== next) out.text(inks[next])
    ink = next
  }
  const writeLines = (lines: readonly PlacedLine[]): void => {
    for (const { x, y, size, shaped } of lines) {
      const toX = tenths(x)
      const toY = tenths(paper.height - y)
      out
        .text(' ')
        .tenths(toX - fromX)
        .text(' ')
        .tenths(toY - fromY)
        .text(' Td')
      fromX = toX
      fromY = toY
      for (const run of shaped.runs) {
        if (font !== run.font || fontSize !== size) out.text(`/${run.font} ${size} Tf`)
        font = run.font
        fontSize = size
        out.codes(run.codes).text('Tj')
      }
    }
  }
  const beginText = (next: Ink): void => {
    setInk(next)
    out.text('BT')
    fromX = 0
    fromY = 0
  }
  const endText = (): void => void out.text(' ET\n')
  return {
    beginText,
    endText,
    /** Lines that belong to the element of this number. */
    mark: (kind: string, number: number, lines: readonly PlacedLine[]): void => {
      out.text(`/${kind}<</MCID `).integer(number).text(actualText(lines)).text('>>BDC')
      writeLines(lines)
      out.text(' EMC\n')
    },
    decorate: (lines: readonly PlacedLine[], next: Ink): void => {
      out.text('/Artifact BMC ')
      beginText(next)
      writeLines(lines)
      endText()
      out.text('EMC\n')
    },
    fill: (box: PlacedBox, next: Ink | 'panel'): void => {
      out.text('/Artifact BMC ')
      setInk(next)
      writeRectangle(out, box).text('f EMC\n')
    },
    rule: (box: PlacedBox): void => void writeRectangle(rules, box),
    take: (): Buffer => {
      if (rules.length > 0) out.text(`/Artifact BMC ${ruleInk}`).bytes(rules.take()).text('f EMC\n')
      ink = ''
      font = ''
      return out.take()
    },
  }
}

/** A tenth of a point is finer than an eye, or a printer, can tell. */
const tenths = (points: number): number => Math.round(points * 10)

const writeRectangle = (out: ByteWriter, { x, y, width, height }: PlacedBox): ByteWriter =>
  out
    .tenths(tenths(x))
    .text(' ')
    .tenths(tenths(paper.height - y - height))
    .text(' ')
    .tenths(tenths(width))
    .text(' ')
    .tenths(tenths(height))
    .text(' re ')

/** What the glyphs do not spell is said beside them, for whoever searches, copies or listens. */
const actualText = (lines: readonly PlacedLine[]): string =>
  lines.every(isSpelled) ? '' : `/ActualText${pdfText(lines.map(({ text }) => text).join(' '))}`

const isSpelled = ({ shaped }: PlacedLine): boolean => shaped.isSpelled

function writeReferences(out: ByteWriter, refs: readonly PdfRef[]): ByteWriter {
  for (const ref of refs) out.integer(ref).text(' 0 R ')
  return out
}

function writePages(file: PdfFile, pages: readonly Page[], tree: PdfRef, fonts: string): void {
  for (const [at, { ref, streams }] of pages.entries()) {
    const contents = streams.map((stream) => `${stream} 0 R`).join(' ')
    file.put(
      ref,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${paper.width} ${paper.height}]/Contents[${contents}]/Resources<</Font ${fonts}>>/StructParents ${at}/Tabs/S>>`,
    )
  }
  const kids = pages.map(({ ref }) => ref)
  writeReferences(file.begin(tree).text(`<</Type/Pages/Count ${pages.length}/Kids[`), kids).text(']>>')
}

type Structure = {
  readonly structure: PdfRef
  readonly root: PdfRef
  readonly pages: readonly Page[]
  readonly open: ReadonlyMap<PdfRef, OpenElement>
}

function writeStructure(file: PdfFile, { structure, root, pages, open }: Structure): void {
  for (const [ref, { kind, parent, kids }] of open) {
    file.put(ref, `<</S/${kind}/P ${parent} 0 R/K[${kids}]>>`)
  }
  const tree = file.reserve()
  const out = file.begin(tree).text('<</Nums[')
  for (const [at, { elements }] of pages.entries())
    writeReferences(out.integer(at).text('['), elements).text(']')
  out.text(']>>')
  file.put(
    structure,
    `<</Type/StructTreeRoot/K[${root} 0 R]/ParentTree ${tree} 0 R/ParentTreeNextKey ${pages.length}>>`,
  )
}
