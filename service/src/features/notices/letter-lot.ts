import assert from 'node:assert/strict'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { byteOrderMark, csvRow } from '@lastro/rules/text/csv-text.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import { addressLines, type LetterPaper, letterPdf } from './letter-pdf.ts'

export type LetterLot = {
  /** Names the lot and its directory: letters, digits, dots, hyphens. */
  readonly name: string
  /** Where lots are written, one directory each. */
  readonly directory: string
  readonly paper: LetterPaper
}

const postingListName = 'postagem.csv'

/**
 * A PDF for each letter and the posting list that goes to the post with them. The lot's directory appears under its
 * name only when all of it is on the disk: one that is there is whole.
 */
export async function writeLetterLot(
  { name, directory, paper }: LetterLot,
  notices: Iterable<Letter> | AsyncIterable<Letter>,
): Promise<{ readonly path: string; readonly count: number }> {
  assert.match(name, safeName, 'a lot is named like a file')
  const path = join(directory, name)
  const partial = `${path}.partial`
  await rm(partial, { recursive: true, force: true })
  // For its owner alone: a letter says who owes what.
  await mkdir(partial, { recursive: true, mode: 0o700 })
  const rows = [postingColumns]
  for await (const notice of notices) {
    const file = `${notice.id}.pdf`
    assert.match(file, safeName, 'a letter is named like a file')
    await writeDurably(join(partial, file), await letterPdf(notice, paper))
    rows.push(postingRow(notice, file))
  }
  await writeDurably(join(partial, postingListName), postingList(rows))
  await rename(partial, path)
  return { path, count: rows.length - 1 }
}

/** Nothing that leads out of the directory, or hides in it. */
const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const postingColumns: readonly string[] = [
  'numero',
  'nome',
  'logradouro',
  'bairro',
  'cep_cidade_uf',
  'arquivo',
  'sha256',
]

const postingRow = ({ id, recipient, sha256 }: Letter, file: string): readonly string[] => {
  const [street = '', district = '', place = ''] = addressLines(recipient.address)
  return [id, recipient.name, street, district, place, file, sha256]
}

/** Semicolons and a byte order mark, as spreadsheets in Brazil expect. */
export const postingList = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => csvRow(row.map(oneLine), ';')).join('')

async function writeDurably(path: string, content: Buffer | string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
