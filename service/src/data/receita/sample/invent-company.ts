import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { type Draw, digits, drawsOf, pick, whole } from '../../sample/draws.ts'
import { cnaes, type Municipality, municipalities } from './domain-texts.ts'

/** What the rows of one invented company agree on, whichever file they are in. */
export type InventedCompany = {
  readonly root: string
  readonly isSoleTrader: boolean
  readonly ownerName: string
  readonly name: string
  readonly alias: string
  readonly startedOn: string
  readonly isActive: boolean
  readonly branchCount: number
  readonly place: Municipality
  readonly draw: Draw
}

/** The same for the same seed and place, whatever was asked before. */
export function inventCompany(seed: number, index: number, hasLetters: boolean): InventedCompany {
  const draw = drawsOf(seed, 0, index)
  const isSoleTrader = draw() < 0.6
  const ownerName = personName(draw)
  const isBig = !isSoleTrader && draw() < 0.06
  const trade = pick(draw, trades)
  return {
    root: rootAt(seed, index, hasLetters),
    isSoleTrader,
    ownerName,
    name: isSoleTrader
      ? draw() < 0.55
        ? `${ownerName} ${inventedCpf(draw)}`
        : ownerName
      : `${trade} ${pick(draw, lastNames)} ${pick(draw, companyEndings)}`,
    alias: draw() < 0.5 ? `${trade} ${pick(draw, lastNames)}` : '',
    startedOn: dateText(draw, 1985, 2025),
    isActive: draw() < 0.45,
    branchCount: isBig ? whole(draw, 1, 3) : 0,
    place: pick(draw, municipalities),
    draw,
  }
}

/** Spread over all there are, none twice: the multiplier shares no divisor with their number. */
function rootAt(seed: number, index: number, hasLetters: boolean): string {
  const number = (index * 48_271 + seed * 7_919) % rootCount
  const root = String(1_000_000 + number).padStart(8, '0')
  // The digits are kept, so that no two of these are alike either.
  return hasLetters ? `${lettersOf[Number(root[0])]}${root.slice(1)}` : root
}

/** A prime. */
const rootCount = 89_999_999

const lettersOf = 'ABCDEFGHIJ'

export const inventedCpf = (draw: Draw): string => {
  const stem = digits(draw, 9)
  return withCheckDigits(new Set(stem).size > 1 ? stem : '123456789')
}

export const maskOf = (cpf: string): string => `***${cpf.slice(3, 9)}**`

export const personName = (draw: Draw): string =>
  `${pick(draw, firstNames)} ${pick(draw, lastNames)} ${draw() < 0.4 ? 'DE ' : ''}${pick(draw, lastNames)}`

export const dateText = (draw: Draw, fromYear: number, untilYear: number): string =>
  `${whole(draw, fromYear, untilYear)}${String(whole(draw, 1, 12)).padStart(2, '0')}${String(whole(draw, 1, 28)).padStart(2, '0')}`

export const cnaeCode = (draw: Draw): string => pick(draw, cnaeCodes)

const cnaeCodes = Object.keys(cnaes)

const firstNames = (
  'MARIA JOSÉ ANA JOÃO ANTÔNIO FRANCISCO CARLOS PAULO PEDRO LUCAS LUIZ MARCOS GABRIEL RAFAEL DANIEL MARCELO BRUNO ' +
  'ADRIANA JULIANA MÁRCIA FERNANDA PATRÍCIA ALINE SANDRA CAMILA AMANDA BRUNA JÉSSICA LETÍCIA JÚLIA LUCIANA VANESSA'
).split(' ')

const lastNames = (
  'SILVA SANTOS OLIVEIRA SOUZA RODRIGUES FERREIRA ALVES PEREIRA LIMA GOMES COSTA RIBEIRO MARTINS CARVALHO ALMEIDA LOPES ' +
  'SOARES FERNANDES VIEIRA BARBOSA ROCHA DIAS NASCIMENTO ANDRADE MOREIRA NUNES MARQUES MACHADO MENDES FREITAS CARDOSO ' +
  'GONÇALVES ARAÚJO CONCEIÇÃO MAGALHÃES'
).split(' ')

const trades = (
  'PADARIA MERCADO OFICINA CONSTRUTORA TRANSPORTES CONFECÇÕES RESTAURANTE FARMÁCIA SALÃO COMÉRCIO INDÚSTRIA SERVIÇOS ' +
  'DISTRIBUIDORA AGROPECUÁRIA TECNOLOGIA CONSULTORIA ELÉTRICA PAPELARIA'
).split(' ')

const companyEndings = ['LTDA', 'LTDA', 'LTDA', 'LTDA ME', 'EIRELI', 'S.A.', 'E FILHOS LTDA']
