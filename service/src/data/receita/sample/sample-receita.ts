import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { Sample, SampledZip, SampleRequest } from '../../data-set.ts'
import { digits, drawsOf, pick, whole } from '../../sample/draws.ts'
import { abroad, cnaes, countries, municipalities, natures, qualifications, reasons } from './domain-texts.ts'
import {
  cnaeCode,
  dateText,
  type InventedCompany,
  inventCompany,
  inventedCpf,
  maskOf,
  personName,
} from './invent-company.ts'

/**
 * A month of the Receita's files, invented: 37 zips in the true layout, encoding and names. Every so many companies
 * there is one with each of the known lies, and each is told in `lies` under the name by which the import counts it.
 */
export function sampleReceita(request: SampleRequest): Sample {
  const lies: Record<string, Record<string, number>> = {}
  const told = (zip: string) => (reason: string) => {
    const ofZip = lies[zip] ?? {}
    lies[zip] = ofZip
    ofZip[reason] = (ofZip[reason] ?? 0) + 1
  }
  const of = inventionOf(request)
  const example = request.companies > 0 && withCheckDigits(`${of.company(request.companies - 1).root}0001`)
  return { lies, zips: zipsOf(of, request.date, told), ...(example && { example }) }
}

type Told = (zip: string) => (lie: string) => void

type Lie = (reason: string) => void

/** At most so many companies between two with the same lie. */
const liePeriodMax = 1_000

/** One company in each stretch tells it, another for each lie. */
const slots = {
  nameWithNul: 0,
  nameWithLineBreak: 1,
  capitalPlaceholder: 2,
  companyTwice: 3,
  companyTwiceAcrossFiles: 4,
  letters: 5,
  rootInvalid: 6,
  columns: 7,
  natureUnknown: 8,
  dateImpossible: 9,
  shortZipCode: 10,
  abroad: 11,
  reasonUnknown: 12,
  countryUnknown: 13,
  establishmentTwice: 14,
  establishmentTwiceAcrossFiles: 15,
  checkDigits: 16,
  streetWithNul: 17,
  complementWithLineBreak: 18,
  cpfInComplement: 19,
  partnerWithCpf: 20,
  partnerTwice: 21,
  optionTwice: 22,
  optionDateImpossible: 23,
  exactCapital: 24,
  headOfficeElsewhere: 25,
} as const

const fileCount = 10

type Invention = {
  readonly companies: number
  readonly company: (index: number) => InventedCompany
  readonly slotOf: (index: number) => number
  readonly seed: number
}

function inventionOf({ companies, seed }: SampleRequest): Invention {
  const period = Math.min(liePeriodMax, Math.max(companies, 1))
  const slotOf = (index: number) => index % period
  return {
    companies,
    seed,
    slotOf,
    company: (index) => inventCompany(seed, index, slotOf(index) === slots.letters),
  }
}

function* zipsOf(of: Invention, date: Day, told: Told): Generator<SampledZip> {
  const day = `D${date.slice(3, 4)}${date.slice(5, 7)}${date.slice(8)}`
  const numbered = function* (zip: string, ending: string, rows: NumberedRows): Generator<SampledZip> {
    for (let file = 0; file < fileCount; file++) {
      const name = `${zip}${file}.zip`
      const inner = `K3241.K03200Y${file}.${day}.${ending}`
      const lines = rows(of, file, (other) => told(`${zip}${other}.zip`))
      yield { name, files: [{ name: inner, chunks: chunksOf(withBlankLine(lines, told(name))) }] }
    }
  }
  yield* numbered('Empresas', 'EMPRECSV', companyRows)
  yield* numbered('Estabelecimentos', 'ESTABELE', establishmentRows)
  yield* numbered('Socios', 'SOCIOCSV', partnerRows)
  const options = chunksOf(optionRows(of, told('Simples.zip')))
  yield { name: 'Simples.zip', files: [{ name: `F.K03200$W.SIMPLES.CSV.${day}`, chunks: options }] }
  for (const [zip, ending, texts] of domainFiles) {
    const lines = Object.entries(texts).map((row) => line(row))
    yield { name: `${zip}.zip`, files: [{ name: `F.K03200$Z.${day}.${ending}`, chunks: chunksOf(lines) }] }
  }
}

const domainFiles = [
  ['Cnaes', 'CNAECSV', cnaes],
  ['Motivos', 'MOTICSV', reasons],
  [
    'Municipios',
    'MUNICCSV',
    Object.fromEntries([...municipalities, abroad].map(({ code, name }) => [code, name])),
  ],
  ['Naturezas', 'NATJUCSV', natures],
  ['Paises', 'PAISCSV', countries],
  ['Qualificacoes', 'QUALSCSV', qualifications],
] as const

/** `lieOf` counts against the file of that number: of two rows for one key, the one in the earlier file gives way. */
type NumberedRows = (of: Invention, file: number, lieOf: (file: number) => Lie) => Iterable<string>

const line = (fields: readonly string[]): string => `"${fields.join('";"')}"\n`

/** As published: the last line is blank. */
function* withBlankLine(lines: Iterable<string>, lie: Lie): Generator<string> {
  yield* lines
  lie('blank_line')
  yield '\n'
}

const chunkChars = 1 << 18

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const one of lines) {
    text += one
    if (text.length < chunkChars) continue
    yield Buffer.from(text, 'latin1')
    text = ''
  }
  yield Buffer.from(text, 'latin1')
}

/** The companies of a file, and those of the file before that tell a lie across the two. */
function* indexesOf({ companies, slotOf }: Invention, file: number, acrossSlot: number) {
  for (let index = file; index < companies; index += fileCount) yield { index, isAcross: false }
  const before = (file + fileCount - 1) % fileCount
  for (let index = before; index < companies; index += fileCount) {
    if (slotOf(index) === acrossSlot) yield { index, isAcross: true }
  }
}

/** The earlier of two neighbouring files, in which a row that is repeated in the other gives way. */
const earlierOf = (file: number): number => Math.min(file, (file + fileCount - 1) % fileCount)

function* companyRows(of: Invention, file: number, lieOf: (file: number) => Lie): Generator<string> {
  const lie = lieOf(file)
  for (const { index, isAcross } of indexesOf(of, file, slots.companyTwiceAcrossFiles)) {
    const slot = of.slotOf(index)
    const company = of.company(index)
    const row = companyRow(company, slot, lie)
    yield row
    if (isAcross) lieOf(earlierOf(file))('merged')
    if (slot === slots.companyTwice) {
      lie('merged')
      yield companyRow(of.company(index), slot, lie)
    }
    if (slot === slots.rootInvalid) {
      lie('root_invalid')
      yield line(['1234567', 'RAIZ CURTA LTDA', '2062', '49', '1000,00', '01', ''])
    }
    if (slot === slots.columns) {
      lie('columns')
      yield line([
        company.root,
        `COLUNA A MAIS ${inventedCpf(company.draw)}`,
        '2062',
        '49',
        '0,00',
        '01',
        '',
        'X',
      ])
    }
  }
}

function companyRow(company: InventedCompany, slot: number, lie: Lie): string {
  const { draw, isSoleTrader, root } = company
  if (slot === slots.letters) lie('root_with_letters')
  if (/\d{11}/.test(company.name)) lie('cpf_masked')
  return line([
    root,
    nameOf(company.name, slot, lie),
    natureOf(company, slot, lie),
    isSoleTrader ? '50' : '49',
    capitalOf(company, slot, lie),
    isSoleTrader ? '01' : pick(draw, ['01', '03', '05', '00']),
    '',
  ])
}

function nameOf(name: string, slot: number, lie: Lie): string {
  if (slot === slots.nameWithNul) {
    lie('nul_byte')
    return name.replace(' ', '\0 ')
  }
  if (slot === slots.nameWithLineBreak) {
    lie('line_break')
    return name.replace(' ', '\n')
  }
  return name
}

function natureOf({ isSoleTrader, draw }: InventedCompany, slot: number, lie: Lie): string {
  if (slot === slots.natureUnknown) {
    lie('nature_unknown')
    return '8885'
  }
  return isSoleTrader ? '2135' : pick(draw, ['2062', '2062', '2062', '2054', '3999'])
}

function capitalOf({ isSoleTrader, draw }: InventedCompany, slot: number, lie: Lie): string {
  if (slot === slots.capitalPlaceholder) {
    lie('capital_placeholder')
    return '999999999999,00'
  }
  // A peer serves this one as 1061004800.
  if (slot === slots.exactCapital) return '1061004829,23'
  return isSoleTrader ? pick(draw, ['0,00', '1000,00', '5000,00']) : `${whole(draw, 1, 900)}000,00`
}

function* establishmentRows(of: Invention, file: number, lieOf: (file: number) => Lie): Generator<string> {
  const lie = lieOf(file)
  for (const { index, isAcross } of indexesOf(of, file, slots.establishmentTwiceAcrossFiles)) {
    const slot = of.slotOf(index)
    const company = of.company(index)
    if (isAcross) {
      lieOf(earlierOf(file))('merged')
      yield establishmentRow(of, index, company, 1, slot, lie)
      continue
    }
    const heads = slot === slots.headOfficeElsewhere ? 2 : 1
    for (let order = 1; order <= 1 + company.branchCount; order++) {
      yield establishmentRow(of, index, company, order, order === heads ? slot : -1, lie, heads)
    }
    if (slot === slots.establishmentTwice) {
      lie('merged')
      yield establishmentRow(of, index, company, 1, slot, lie)
    }
    if (slot === slots.checkDigits) {
      lie('check_digits')
      const row = establishmentRow(of, index, company, 9, -1, lie)
      yield row.replace(
        /^("[^"]*";"0009";")(\d)/,
        (_, before, digit) => `${before}${(Number(digit) + 1) % 10}`,
      )
    }
  }
}

function establishmentRow(
  { seed }: Invention,
  index: number,
  { root, alias, startedOn, isActive, place, isSoleTrader }: InventedCompany,
  order: number,
  slot: number,
  lie: Lie,
  headOrder = 1,
): string {
  const draw = drawsOf(seed, order, index)
  const isAbroad = slot === slots.abroad || slot === slots.countryUnknown
  const at = isAbroad ? abroad : place
  const cnpj = withCheckDigits(`${root}${String(order).padStart(4, '0')}`)
  if (/[A-Z]/.test(root)) lie('root_with_letters')
  if (isAbroad) lie('state_abroad')
  if (slot === slots.countryUnknown) lie('country_unknown')
  const others = isSoleTrader ? whole(draw, 0, 6) : whole(draw, 0, 3)
  return line([
    root,
    cnpj.slice(8, 12),
    cnpj.slice(12),
    order === headOrder ? '1' : '2',
    alias,
    isActive ? '02' : pick(draw, ['08', '08', '08', '04', '03']),
    told(slot === slots.dateImpossible, '2021221', 'date_impossible', lie) ?? dateText(draw, 2000, 2025),
    told(slot === slots.reasonUnknown, '32', 'reason_unknown', lie) ?? (isActive ? '00' : '01'),
    isAbroad ? 'LISBOA' : '',
    slot === slots.countryUnknown ? '367' : isAbroad ? '607' : '',
    startedOn,
    cnaeCode(draw),
    Array.from({ length: others }, () => cnaeCode(draw)).join(','),
    pick(draw, ['RUA', 'RUA', 'RUA', 'AVENIDA', 'TRAVESSA', 'ESTRADA']),
    told(slot === slots.streetWithNul, 'DAS\0 FLORES', 'nul_byte', lie) ?? pick(draw, streets),
    draw() < 0.1 ? 'S/N' : String(whole(draw, 1, 4000)),
    complementOf(slot, draw() < 0.4 ? `SALA ${whole(draw, 1, 900)}` : '', inventedCpf(draw), lie),
    pick(draw, districts),
    zipCodeOf(at.zipFrom + whole(draw, 0, 900), slot, isAbroad, lie),
    at.state,
    at.code,
    isAbroad ? '' : String(whole(draw, 11, 99)),
    isAbroad ? '' : `${whole(draw, 2, 9)}${digits(draw, 7)}`,
    '',
    '',
    '',
    '',
    `CONTATO@EXEMPLO${index}.COM.BR`,
    ...(isActive && !isSoleTrader ? specialStatusAt(index) : ['', '']),
  ])
}

/** A few of the larger companies are in distress. */
const specialStatusAt = (index: number): readonly string[] => specialStatuses[index % 60] ?? ['', '']

const specialStatuses: Readonly<Record<number, readonly string[]>> = {
  7: ['EM RECUPERACAO JUDICIAL', '20250310'],
  23: ['FALIDO', '20240918'],
  41: ['EM LIQUIDACAO', '20250602'],
}

function told(isLie: boolean, text: string, reason: string, lie: Lie): string | undefined {
  if (!isLie) return undefined
  lie(reason)
  return text
}

function complementOf(slot: number, usual: string, cpf: string, lie: Lie): string {
  if (slot === slots.complementWithLineBreak) {
    lie('line_break')
    return 'BLOCO A\r\nFUNDOS'
  }
  if (slot === slots.cpfInComplement) {
    lie('cpf_masked')
    return `AOS CUIDADOS DE ${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`
  }
  return usual
}

function zipCodeOf(code: number, slot: number, isAbroad: boolean, lie: Lie): string {
  if (isAbroad) return ''
  const text = String(code).padStart(8, '0')
  if (slot !== slots.shortZipCode) return text
  lie('zip_code_7_digits')
  return String(code).slice(-7)
}

function* partnerRows(of: Invention, file: number, lieOf: (file: number) => Lie): Generator<string> {
  const lie = lieOf(file)
  for (let index = file; index < of.companies; index += fileCount) {
    const slot = of.slotOf(index)
    const company = of.company(index)
    if (company.isSoleTrader && slot !== slots.partnerWithCpf && slot !== slots.partnerTwice) continue
    const count = whole(drawsOf(of.seed, 90, index), 1, 2)
    for (let number = 0; number < count; number++) yield partnerRow(of, index, company, number, slot, lie)
    if (slot === slots.partnerTwice) {
      lie('merged')
      yield partnerRow(of, index, company, 0, slot, lie)
    }
  }
}

function partnerRow(
  of: Invention,
  index: number,
  company: InventedCompany,
  number: number,
  slot: number,
  lie: Lie,
): string {
  const draw = drawsOf(of.seed, 100 + number, index)
  if (slot === slots.letters) lie('root_with_letters')
  const cpf = inventedCpf(draw)
  const since = dateText(draw, 2000, 2025)
  const isCompany = number === 1 && draw() < 0.15 && of.companies > 1
  if (isCompany) {
    const owner = of.company(Math.floor(draw() * of.companies))
    const cnpj = withCheckDigits(`${owner.root}0001`)
    const representative = [maskOf(inventedCpf(draw)), personName(draw), '05']
    return line([
      company.root,
      '1',
      owner.name.replace(/\d{11}/, ''),
      cnpj,
      '22',
      since,
      '',
      ...representative,
      '0',
    ])
  }
  const isBare = number === 0 && slot === slots.partnerWithCpf
  if (isBare) lie('cpf_masked')
  lie('representative_placeholder')
  const document = isBare ? cpf : maskOf(cpf)
  const role = number === 0 ? '49' : '22'
  const name = number === 0 ? company.ownerName : personName(draw)
  return line([
    company.root,
    '2',
    name,
    document,
    role,
    since,
    '',
    '***000000**',
    '',
    '00',
    String(whole(draw, 3, 8)),
  ])
}

function* optionRows(of: Invention, lie: Lie): Generator<string> {
  for (let index = 0; index < of.companies; index++) {
    const slot = of.slotOf(index)
    const company = of.company(index)
    const draw = drawsOf(of.seed, 200, index)
    if (!company.isSoleTrader && draw() < 0.3 && slot !== slots.optionTwice) continue
    const row = optionRow(company, slot, draw() < 0.6, lie)
    yield row
    if (slot === slots.optionTwice) {
      lie('merged')
      yield row
    }
    // Both rows of a company that comes twice have letters only where no company does both.
  }
}

function optionRow(
  { root, isSoleTrader, startedOn }: InventedCompany,
  slot: number,
  isOpted: boolean,
  lie: Lie,
): string {
  if (slot === slots.letters) lie('root_with_letters')
  const since = told(slot === slots.optionDateImpossible, '20230231', 'date_impossible', lie) ?? startedOn
  const mei = isSoleTrader
    ? [isOpted ? 'S' : 'N', startedOn, isOpted ? '00000000' : '20240101']
    : ['N', '00000000', '00000000']
  return line([root, isOpted ? 'S' : 'N', since, isOpted ? '00000000' : '20240101', ...mei])
}

const streets = (
  'DAS FLORES,XV DE NOVEMBRO,SETE DE SETEMBRO,TIRADENTES,SÃO JOÃO,DOM PEDRO II,MARECHAL DEODORO,BELA VISTA,' +
  'DA CONCEIÇÃO,SANTOS DUMONT,JOSÉ BONIFÁCIO,DAS ACÁCIAS'
).split(',')

const districts = 'CENTRO,VILA NOVA,JARDIM AMÉRICA,SANTA LUZIA,SÃO JOSÉ,INDUSTRIAL,BOA VISTA,PLANALTO'.split(
  ',',
)
