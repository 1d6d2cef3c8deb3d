import { lexer, type Token, type Tokens } from 'marked'
import { type Html, html, type Piece } from '../drawing/html.ts'
import { table } from '../drawing/table.ts'

/** Where links and pictures of a page lead once it is in a browser; undefined where nothing is served. */
export type Places = {
  readonly link: (target: string) => string | undefined
  readonly picture: (target: string) => string | undefined
  /** Of a path that stands in the text as code. */
  readonly path: (code: string) => string | undefined
}

export type DrawnMarkdown = {
  readonly title: string
  /** What stands before the first part of the page, and the parts. */
  readonly opening: Html
  readonly parts: Html
  readonly sections: readonly Section[]
}

/** A heading and what stands below it, up to the next. */
export type Section = { readonly anchor: string; readonly title: string; readonly text: string }

/** A page of the guide as markup. What it says is escaped: markup in a file is shown, never run. */
export function drawMarkdown(source: string, places: Places): DrawnMarkdown {
  const tokens = lexer(source)
  const anchors = anchorsOf(tokens)
  const sections = sectionsOf(tokens, anchors)
  const title = sections[0]?.title ?? ''
  const firstPart = tokens.findIndex(
    (token) => token.type === 'heading' && (token as Tokens.Heading).depth > 1,
  )
  const end = firstPart === -1 ? tokens.length : firstPart
  const draw: Draw = { places, anchors, title }
  return {
    title,
    opening: html`${blocks(tokens.slice(0, end), draw)}`,
    parts: html`${blocks(tokens.slice(end), draw)}`,
    sections,
  }
}

type Draw = {
  readonly places: Places
  readonly anchors: ReadonlyMap<Token, string>
  /** What a table is called for whoever hears it. */
  readonly title: string
}

/** A table is called after the heading it stands below. */
function blocks(tokens: readonly Token[], draw: Draw): Piece {
  let { title } = draw
  return tokens.map((token) => {
    if (token.type === 'heading') title = plainText(token)
    return block(token, { ...draw, title })
  })
}

function block(token: Token, draw: Draw): Piece {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading, draw)
    case 'paragraph':
      return html`<p>${inline(token, draw)}</p>`
    // Of an item of a list that has no paragraphs.
    case 'text':
      return inline(token, draw)
    case 'list':
      return list(token as Tokens.List, draw)
    case 'code':
      return html`<pre translate="no" tabindex="0"><code>${(token as Tokens.Code).text}</code></pre>`
    case 'table':
      return tableOf(token as Tokens.Table, draw)
    case 'blockquote':
      return html`<blockquote>${blocks((token as Tokens.Blockquote).tokens, draw)}</blockquote>`
    case 'space':
      return undefined
    // Marks between which parts are generated.
    case 'html':
      if (/^<!--.*-->\s*$/s.test(token.raw)) return undefined
      return html`<p>${token.raw}</p>`
    default:
      throw new Error(`The guide cannot draw what it calls ${token.type}`)
  }
}

function heading(token: Tokens.Heading, draw: Draw): Html {
  const anchor = draw.anchors.get(token) ?? ''
  const words = inline(token, draw)
  switch (token.depth) {
    case 1:
      return html`<h1 id="${anchor}">${words}</h1>`
    case 2:
      return html`<h2 id="${anchor}"><a href="#${anchor}">${words}</a></h2>`
    default:
      return html`<h3 id="${anchor}"><a href="#${anchor}">${words}</a></h3>`
  }
}

function list({ ordered, items }: Tokens.List, draw: Draw): Html {
  const drawn = items.map((item) => html`<li>${blocks(item.tokens, draw)}</li>`)
  return ordered ? html`<ol>${drawn}</ol>` : html`<ul>${drawn}</ul>`
}

const tableOf = ({ header, rows }: Tokens.Table, draw: Draw): Html =>
  table({
    label: draw.title,
    columns: header.map((cell) => plainText(cell)),
    rows: rows.map((cells) => cells.map((cell) => inline(cell, draw))),
  })

type Inline = { readonly tokens?: readonly Token[] | undefined; readonly text?: string }

const inline = ({ tokens, text }: Inline, draw: Draw): Html =>
  tokens === undefined ? html`${text}` : html`${tokens.map((one) => piece(one, draw))}`

function piece(token: Token, draw: Draw): Piece {
  switch (token.type) {
    case 'text':
    case 'escape':
    case 'html':
      return html`${(token as Tokens.Text).text}`
    case 'strong':
      return html`<strong>${inline(token as Tokens.Strong, draw)}</strong>`
    case 'em':
      return html`<em>${inline(token as Tokens.Em, draw)}</em>`
    case 'codespan':
      return code((token as Tokens.Codespan).text, draw)
    case 'br':
      return html`<br>`
    case 'link':
      return link(token as Tokens.Link, draw)
    case 'image':
      return picture(token as Tokens.Image, draw)
    default:
      throw new Error(`The guide cannot draw what it calls ${token.type}`)
  }
}

function code(text: string, { places }: Draw): Html {
  const path = places.path(text)
  return path === undefined ? html`<code>${text}</code>` : html`<a href="${path}"><code>${text}</code></a>`
}

/** What is in the repository alone is named by its path there. */
function link(token: Tokens.Link, draw: Draw): Html {
  const target = draw.places.link(token.href)
  const words = inline(token, draw)
  if (target !== undefined) return html`<a href="${target}">${words}</a>`
  return html`${words} (<code>${token.href.replace(/^(\.\.\/)+/, '')}</code>)`
}

function picture({ href, text }: Tokens.Image, { places }: Draw): Html {
  const target = places.picture(href)
  return target === undefined ? html`${text}` : html`<img src="${target}" alt="${text}" loading="lazy">`
}

/** As other readers of Markdown name them, so that the links in the files hold here too. */
function anchorsOf(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const counts = new Map<string, number>()
  const anchors = new Map<Token, string>()
  for (const token of tokens) {
    if (token.type !== 'heading') continue
    const name = plainText(token)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    anchors.set(token, count === 0 ? name : `${name}-${count}`)
  }
  return anchors
}

function sectionsOf(tokens: readonly Token[], anchors: ReadonlyMap<Token, string>): readonly Section[] {
  const sections: { anchor: string; title: string; text: string }[] = []
  for (const token of tokens) {
    const anchor = anchors.get(token)
    if (anchor !== undefined) sections.push({ anchor, title: plainText(token), text: '' })
    else {
      const last = sections.at(-1)
      if (last !== undefined) last.text = `${last.text} ${plainText(token)}`.trim()
    }
  }
  return sections
}

/** The words of a token and of all that is in it. JSON is not searched: it is long, and the text around names what it has. */
function plainText(token: Holder): string {
  if (token.type === 'html' || (token.type === 'code' && token.lang?.endsWith('json'))) return ''
  return [...wordsOf(token)].join('').replace(/\s+/g, ' ').trim()
}

/** Whatever may hold other tokens: a list its items, a table its cells. */
type Holder = {
  readonly type?: string
  readonly lang?: string | undefined
  readonly text?: string
  readonly tokens?: readonly Holder[] | undefined
  readonly items?: readonly Holder[]
  readonly rows?: readonly (readonly Holder[])[]
}

function* wordsOf({ tokens = [], items = [], rows = [], text = '' }: Holder): Iterable<string> {
  const apart = [...items, ...rows.flat()]
  if (tokens.length + apart.length === 0) yield text
  for (const one of tokens) yield* wordsOf(one)
  for (const one of apart) yield [...wordsOf(one), ' '].join('')
}
