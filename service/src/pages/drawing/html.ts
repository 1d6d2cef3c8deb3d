/** Writes markup. What is put into it is escaped, unless it is markup that `html` itself has written. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Markup(parts.map((part, index) => part + written(pieces[index])).join(''))
}

/** Only `html` makes one, so a text that nobody has escaped cannot pass for markup. */
export type Html = Markup

export type Piece = Html | string | number | undefined | readonly Piece[]

class Markup {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

function written(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.markup
  return typeof piece === 'object' ? piece.map(written).join('') : escaped(String(piece))
}

/** Makes a text safe between tags and inside a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A sentence of a catalogue: `code` stands between backticks, and {names} are filled when it is answered. */
export const prose = (sentence: string): Html => html`${sentence.split(/(`[^`]+`|\{\w+\})/).map(word)}`

function word(text: string): Html {
  if (text.startsWith('`')) return html`<code>${text.slice(1, -1)}</code>`
  return /^\{\w+\}$/.test(text) ? html`<var>${text}</var>` : html`${text}`
}
