import { type Html, html, type Piece } from './html.ts'

type Table = {
  readonly label: string
  readonly columns: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Piece[])[]
}

/** A table in a frame of its own: on a phone the frame scrolls, never the page, and the keyboard reaches it. */
export const table = ({ label, columns, rows }: Table): Html => html`
<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`

const row = ([name, ...cells]: readonly Piece[]): Html => html`
<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
