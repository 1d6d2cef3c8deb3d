import { addMonths, type Day } from '@lastro/rules/calendar/day.ts'
import type { Sample, SampledZip, SampleRequest } from '../data-set.ts'
import { inventedCnpj, slashedDate } from '../entries/invented.ts'
import { countLie, type ToldLies } from '../entries/told-lies.ts'
import { type Draw, digits, drawsOf, pick, whole } from '../sample/draws.ts'
import { type PublicDebtRegister, publicDebtRegisters } from './public-debts.ts'

/** Invented debts of one company in three, in the layout of the publisher, and with what is wrong in the true files. */
export function samplePgfn(request: SampleRequest): Sample {
  const lies: ToldLies = {}
  return { zips: zips(request, lies), lies }
}

const zipNames: Readonly<Record<PublicDebtRegister, string>> = {
  SIDA: 'Dados_abertos_Nao_Previdenciario.zip',
  PREV: 'Dados_abertos_Previdenciario.zip',
  FGTS: 'Dados_abertos_FGTS.zip',
}

const regions = [1, 2, 3, 4, 5, 6] as const

function* zips(request: SampleRequest, lies: ToldLies): Generator<SampledZip> {
  const month = lastQuarterEnd(request.date)
  for (const register of publicDebtRegisters) {
    const name = zipNames[register]
    const files = regions.map((region) => ({
      name: `arquivo_lai_${register}_${region}_${month}.csv`,
      chunks: chunks({ ...request, register, region, lie: (reason) => countLie(lies, name, reason) }),
    }))
    yield { name, files }
  }
}

/** The last month of the newest quarter that has ended: `202609`. */
function lastQuarterEnd(date: Day): string {
  const month = Number(date.slice(5, 7))
  const end = addMonths(`${date.slice(0, 7)}-01` as Day, -(month % 3 === 0 ? 3 : month % 3))
  return end.slice(0, 7).replace('-', '')
}

type SampledFile = SampleRequest & {
  readonly register: PublicDebtRegister
  readonly region: number
  readonly lie: (reason: string) => void
}

type DebtRow = Record<string, string>

const rowsInChunk = 2_000

function* chunks(file: SampledFile): Generator<Buffer> {
  const header = headerOf(file)
  const textOf = (row: DebtRow): string => header.map((name) => row[name] ?? '').join(';')
  let lines = [header.join(';')]
  for (const row of rows(file)) {
    lines.push(textOf(row))
    if (lines.length < rowsInChunk) continue
    yield Buffer.from(`${lines.join('\n')}\n`, 'latin1')
    lines = []
  }
  // Every file ends with a line that has nothing on it.
  file.lie('blank_line')
  yield Buffer.from(`${lines.map((one) => `${one}\n`).join('')}\n`, 'latin1')
}

/** The last region still uses an old name for the state, and writes amounts with a decimal comma. */
function headerOf({ register, region }: SampledFile): readonly string[] {
  const state = region === 6 ? 'UF_UNIDADE_RESPONSAVEL' : 'UF_DEVEDOR'
  const ofFgts = register === 'FGTS' ? ['ENTIDADE_RESPONSAVEL', 'UNIDADE_INSCRICAO'] : []
  const kind = register === 'PREV' ? 'TIPO_CREDITO' : 'RECEITA_PRINCIPAL'
  return [
    'CPF_CNPJ',
    'TIPO_PESSOA',
    'TIPO_DEVEDOR',
    'NOME_DEVEDOR',
    state,
    'UNIDADE_RESPONSAVEL',
    ...ofFgts,
    'NUMERO_INSCRICAO',
    'TIPO_SITUACAO_INSCRICAO',
    'SITUACAO_INSCRICAO',
    kind,
    'DATA_INSCRICAO',
    'INDICADOR_AJUIZADO',
    'VALOR_CONSOLIDADO',
  ]
}

/** After so many companies every lie is told once; in a small file too. */
const companiesForEachLie = 1_200

function* rows(file: SampledFile): Generator<DebtRow> {
  const { companies, seed, register, region } = file
  const stream = firstStream + publicDebtRegisters.indexOf(register)
  for (let at = region - 1; at < companies; at += regions.length) {
    const draw = drawsOf(seed, stream, at)
    if (at % companiesForEachLie === region - 1) yield* falseRows(file, draw, at)
    if (draw() > 1 / 3) continue
    const debt = debtOf(file, draw, at)
    yield debt
    if (draw() < 1 / 5 && companies > 1)
      yield coDebtorOf(file, debt, (at + whole(draw, 1, companies - 1)) % companies)
  }
}

/** What is drawn here has nothing to do with what other sets draw for the same company. */
const firstStream = 300

const situations = [
  ['Em cobrança', 'ATIVA EM COBRANCA'],
  ['Em cobrança', 'ATIVA AJUIZADA'],
  ['Em negociação', 'ATIVA NAO AJUIZAVEL NEGOCIADA NO SISPAR'],
  ['Benefício Fiscal', 'ATIVA COM PARCELAMENTO'],
  ['Garantia', 'ATIVA AJUIZADA GARANTIA - PENHORA'],
  ['Suspenso por decisão judicial', 'ATIVA AJUIZADA COM EXIGIBILIDADE DO CREDITO SUSPENSA'],
] as const

const revenues = ['COFINS', 'IRPJ', 'Simples Nacional', 'Multa por infração'] as const

function debtOf(file: SampledFile, draw: Draw, at: number): DebtRow {
  const { register, region, date } = file
  const [type, situation] = pick(draw, situations)
  const year = Number(date.slice(0, 4))
  const number = `${80 + region}${digits(draw, 3)}${String(at).padStart(8, '0')}`
  return {
    CPF_CNPJ: spelled(inventedCnpj(file, at)),
    TIPO_PESSOA: 'Pessoa jurídica',
    TIPO_DEVEDOR: 'PRINCIPAL',
    NOME_DEVEDOR: `EMPRESA DE EXEMPLO ${at} LTDA`,
    UF_DEVEDOR: 'SP',
    UF_UNIDADE_RESPONSAVEL: 'SP',
    UNIDADE_RESPONSAVEL: `PROCURADORIA REGIONAL DA FAZENDA NACIONAL - ${region}ª REGIÃO`,
    ENTIDADE_RESPONSAVEL: 'PGFN',
    UNIDADE_INSCRICAO: 'SÃO PAULO',
    NUMERO_INSCRICAO: register === 'FGTS' ? `FGSP${number}` : number,
    TIPO_SITUACAO_INSCRICAO: type,
    SITUACAO_INSCRICAO: situation,
    RECEITA_PRINCIPAL: pick(draw, revenues),
    TIPO_CREDITO: 'Contribuição previdenciária',
    DATA_INSCRICAO: slashedDate(draw, { from: year - 15, until: year - 1 }),
    INDICADOR_AJUIZADO: pick(draw, ['SIM', 'NAO']),
    VALOR_CONSOLIDADO: `${whole(draw, 1_000, 9_000_000)}${region === 6 ? ',' : '.'}${digits(draw, 2)}`,
  }
}

/** The row of whoever owes the same debt: it repeats the whole amount. */
const coDebtorOf = (file: SampledFile, debt: DebtRow, at: number): DebtRow => ({
  ...debt,
  CPF_CNPJ: spelled(inventedCnpj(file, at)),
  TIPO_DEVEDOR: 'CORRESPONSAVEL',
  NOME_DEVEDOR: `EMPRESA DE EXEMPLO ${at} LTDA`,
})

const spelled = (cnpj: string): string => cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')

/** Rows of a debt that is wrong in one way each, under the reason by which an import counts it. */
function* falseRows(file: SampledFile, draw: Draw, at: number): Generator<DebtRow> {
  const debt = debtOf(file, draw, at)
  for (const [place, [reason, change]] of Object.entries(changes).entries()) {
    file.lie(reason)
    yield { ...debt, NUMERO_INSCRICAO: `${debt.NUMERO_INSCRICAO}${place}`, ...change }
  }
  const twice = { ...debt, NUMERO_INSCRICAO: `${debt.NUMERO_INSCRICAO}D` }
  yield twice
  file.lie('merged')
  yield { ...twice, VALOR_CONSOLIDADO: '1.00' }
}

const changes: Readonly<Record<string, DebtRow>> = {
  left_out_person: {
    CPF_CNPJ: 'XXX.982.247-XX',
    TIPO_PESSOA: 'Pessoa física',
    NOME_DEVEDOR: 'PESSOA DE EXEMPLO',
  },
  cnpj_invalid: { CPF_CNPJ: '11.222.333/0001-00' },
  inscription_invalid: { NUMERO_INSCRICAO: '' },
  date_impossible: { DATA_INSCRICAO: '31/02/2020' },
  amount_invalid: { VALOR_CONSOLIDADO: '1.234' },
  amount_missing: { VALOR_CONSOLIDADO: '' },
  situation_unknown: { TIPO_SITUACAO_INSCRICAO: 'Em análise' },
  debtor_type_unknown: { TIPO_DEVEDOR: 'HERDEIRO' },
  in_court_unknown: { INDICADOR_AJUIZADO: 'TALVEZ' },
  nul_byte: { UNIDADE_RESPONSAVEL: 'PROCURADORIA\0 REGIONAL' },
}
