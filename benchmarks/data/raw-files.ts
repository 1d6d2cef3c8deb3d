import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { receita } from '../../service/src/data/receita/receita.ts'

/** A zip of the Receita, and the table without types that the plain ways read it into. */
export type RawFile = { readonly path: string; readonly table: string; readonly columns: number }

export const rawFiles = (from: string): readonly RawFile[] =>
  readdirSync(from).flatMap((zip) => {
    const kind = receita.files.find((one) => one.zipName.test(zip))
    if (kind?.columns.kind !== 'places') return []
    return [{ path: join(from, zip), table: kind.name.replaceAll(' ', '_'), columns: kind.columns.count }]
  })
