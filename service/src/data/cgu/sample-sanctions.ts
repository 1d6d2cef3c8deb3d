import type { DataSet, Sample, SampleRequest } from '../data-set.ts'
import { inventedCnpj, slashedDate } from '../entries/invented.ts'
import { countLie, type ToldLies } from '../entries/told-lies.ts'
import { type Draw, digits, drawsOf, whole } from '../sample/draws.ts'
import type { SanctionColumns } from './read-sanction.ts'
import type { SanctionRegister } from './sanctions.ts'

export type SanctionLayout = {
  readonly columns: SanctionColumns
  /** Every column of the file, in the order in which they stand. */
  readonly header: readonly string[]
}

type Fact = keyof SanctionColumns
type Facts = Readonly<Partial<Record<Fact, string>>>

/** Invented sanctions on one company in twenty, and with what is wrong in the true files. */
export const sampleSanctions =
  (register: SanctionRegister, layout: SanctionLayout): DataSet['sample'] =>
  (request): Sample => {
    const lies: ToldLies = {}
    const day = request.date.replaceAll('-', '')
    const zip = `${day}_${register}.zip`
    const lie = (reason: string): void => countLie(lies, zip, reason)
    const files = [{ name: `${day}_${register}.csv`, chunks: chunks(request, register, layout, lie) }]
    return { zips: [{ name: zip, files }], lies }
  }

const rowsInChunk = 1_000

function* chunks(
  request: SampleRequest,
  register: SanctionRegister,
  layout: SanctionLayout,
  lie: (reason: string) => void,
): Generator<Buffer> {
  const lineOf = (cells: readonly string[]): string =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`
  const rowOf = (facts: Facts): string =>
    lineOf(layout.header.map((name) => cellOf(register, layout, facts, name)))
  let lines = [lineOf(layout.header)]
  for (const facts of sanctions(request, layout, lie)) {
    lines.push(rowOf(facts))
    if (lines.length < rowsInChunk) continue
    yield Buffer.from(lines.join(''), 'latin1')
    lines = []
  }
  yield Buffer.from(lines.join(''), 'latin1')
}

function cellOf(register: SanctionRegister, { columns }: SanctionLayout, facts: Facts, name: string): string {
  const [fact] = Object.entries(columns).find(([, column]) => column === name) ?? []
  if (fact !== undefined) return facts[fact as Fact] ?? ''
  if (name === 'CADASTRO') return register
  return name.startsWith('NOME') ? 'ENTIDADE DE EXEMPLO' : ''
}

/** After so many companies every lie is told once; in a small file too. */
const companiesForEachLie = 500

function* sanctions(
  request: SampleRequest,
  layout: SanctionLayout,
  lie: (reason: string) => void,
): Generator<Facts> {
  for (let at = 0; at < request.companies; at++) {
    // Registers differ by their columns, and so do those whom they list.
    const draw = drawsOf(request.seed, firstStream + layout.header.length, at)
    if (at % companiesForEachLie === 0) yield* falseSanctions(layout, sanctionOf(request, draw, at), lie)
    if (draw() < 1 / 20) yield sanctionOf(request, draw, at)
  }
}

/** What is drawn here has nothing to do with what other sets draw for the same company. */
const firstStream = 400

function sanctionOf(request: SampleRequest, draw: Draw, at: number): Facts {
  const year = Number(request.date.slice(0, 4))
  return {
    document: inventedCnpj(request, at),
    personType: 'J',
    code: `${100_000 + at}${digits(draw, 2)}`,
    category: 'Impedimento/proibição de contratar com prazo determinado',
    startedOn: slashedDate(draw, { from: year - 6, until: year - 1 }),
    // Some have ended, some have not, and some have no end.
    endsOn: draw() < 1 / 4 ? '' : slashedDate(draw, { from: year, until: year + 4 }),
    sanctioningBody: 'PREFEITURA MUNICIPAL DE EXEMPLO',
    processNumber: `23034.${digits(draw, 6)}/2024-${digits(draw, 2)}`,
    legalBasis: 'LEI 14133 - ART. 156, III',
    fine: `${whole(draw, 1_000, 900_000)},${digits(draw, 2)}`,
  }
}

type Lie = { readonly fact: Fact; readonly reason: string; readonly facts: Facts }

const liesTold: readonly Lie[] = [
  { fact: 'personType', reason: 'left_out_person', facts: { personType: 'F', document: '***982247**' } },
  { fact: 'document', reason: 'cnpj_invalid', facts: { document: '11222333000100' } },
  { fact: 'startedOn', reason: 'date_impossible', facts: { startedOn: '31/04/2024' } },
  { fact: 'fine', reason: 'fine_invalid', facts: { fine: 'sem valor' } },
  { fact: 'category', reason: 'line_break', facts: { category: 'Impedimento\r\nde contratar' } },
  { fact: 'sanctioningBody', reason: 'text_shortened', facts: { sanctioningBody: 'ÓRGÃO '.repeat(200) } },
  { fact: 'category', reason: 'cpf_masked', facts: { category: 'Suspensão de 529.982.247-25' } },
]

/** One sanction for each lie that a file with these columns can tell, and one that is told twice. */
function* falseSanctions(
  { columns }: SanctionLayout,
  facts: Facts,
  lie: (reason: string) => void,
): Generator<Facts> {
  for (const told of liesTold) {
    if (columns[told.fact] === undefined) continue
    lie(told.reason)
    yield { ...facts, code: `${facts.code}9`, ...told.facts }
  }
  yield facts
  lie('merged')
  yield facts
}
