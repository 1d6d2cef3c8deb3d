import { contractKey, contractLooks } from '../../listings/insertion/debt-identity.ts'

/** A contract as far as a source tells it. */
export type ContractSpelling = {
  /** How it looks, in one way or several: two that share a look are one contract. None where stars hide a part of it. */
  readonly looks: readonly string[]
  /** Of an instalment (1001/2), how the contract looks without its number. */
  readonly withoutInstalment: readonly string[]
  /** The same of what may be a part's number or belong to the contract's own (1001-001). */
  readonly withoutPart: readonly string[]
  /** What a mask leaves to be seen of it. */
  readonly mask: Mask | undefined
  /** All its letters and digits, which a mask is held against. */
  readonly plain: string
}

type Mask = { readonly head: string; readonly middle: readonly string[]; readonly tail: string }

/** Undefined of what is no contract, though something stands in its place: zeros, dashes, "not informed". */
export function contractSpelling(contractId: string | undefined): ContractSpelling | undefined {
  if (contractId === undefined) return undefined
  const key = withoutAccents(contractKey(contractId)).replace(otherAlphabets, '*')
  const plain = plainOf(key)
  if (/^0*$/.test(plain) || /^X+$/.test(plain) || saysNothing.has(plain)) return undefined
  const mask = maskOf(key)
  if (mask !== undefined && visibleCount(mask) === 0) return undefined
  return {
    looks: stars.test(key) ? [] : looksOf(key),
    withoutInstalment: looksWithout(instalment, key),
    withoutPart: looksWithout(part, key),
    mask,
    plain,
  }
}

/** Letters and digits that may look like any of ours: they are compared as if a mask hid them. */
const otherAlphabets = /(?=[\p{L}\p{N}])[^\x20-\x7e]/gu

const plainOf = (key: string): string => key.replace(/[^\p{L}\p{N}]+/gu, '')

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** What people and programs write where there is no contract, in letters alone. */
const saysNothing: ReadonlySet<string> = new Set([
  'NA',
  'ND',
  'NI',
  'NC',
  'SN',
  'NAOINFORMADO',
  'NAOINFORMADA',
  'NAODISPONIVEL',
  'NAOCONSTA',
  'NAOTEM',
  'NAOPOSSUI',
  'NAOSEAPLICA',
  'SEMCONTRATO',
  'SEMNUMERO',
  'SEMINFORMACAO',
  'DESCONHECIDO',
  'IGNORADO',
  'INEXISTENTE',
  'NULL',
  'NULO',
  'NONE',
  'NIL',
  'UNDEFINED',
  'UNKNOWN',
])

/** A last part of zeros alone says nothing: 1001-00 is 1001, and may be 100100 too. Nor does CONTRATO before it. */
function looksOf(key: string): readonly string[] {
  const spellings = [key, key.replace(/[^\p{L}\p{N}]+0+$/u, '')].flatMap((one) => [one, withoutWord(one)])
  return [
    ...new Set(
      spellings.flatMap((one) => {
        const { joined, inParts } = contractLooks(one)
        return [joined, inParts]
      }),
    ),
  ]
}

/** CT 1001, Nº 1001, CONTRATO Nº 1001. */
function withoutWord(key: string): string {
  const number = key.replace(wordBefore, '')
  return number.length < numberLengthMin ? key : number
}

const wordBefore = /^(?:(?:CONTRATO|CONTR|CTR|CTO|CT|NUMERO|NUM|NRO|NR|NO|N)[^\p{L}\p{N}]*)+(?=\d)/u

/** What is shorter is rather one number in two parts. */
const numberLengthMin = 3

/** After a slash alone: behind a dash stands the check digit of many a contract. */
const instalment = /^(.*[\p{L}\p{N}])\s*\/\s*\d{1,3}$/u

/** Check digits have no three places. */
const part = /^(.*[\p{L}\p{N}])\s*-\s*0\d{2}$/u

function looksWithout(tail: RegExp, key: string): readonly string[] {
  const [, contract] = tail.exec(key) ?? []
  return contract === undefined || plainOf(contract).length < numberLengthMin ? [] : looksOf(contract)
}

const stars = /[*•●#]/

/** Stars of any number; a letter X is one of a mask only among others. */
const masked = /[*•●#]+|X{3,}/u

function maskOf(key: string): Mask | undefined {
  if (!masked.test(key)) return undefined
  const parts = key.split(masked).map(plainOf)
  return { head: parts[0] ?? '', middle: parts.slice(1, -1), tail: parts.at(-1) ?? '' }
}

export const visibleCount = ({ head, middle, tail }: Mask): number =>
  head.length + middle.join('').length + tail.length

/** Whether two contracts, one of them masked, could be one by what can be seen of them. */
export function mayBeOne(a: ContractSpelling, b: ContractSpelling): boolean {
  if (a.mask !== undefined && b.mask !== undefined) return doMasksAgree(a.mask, b.mask)
  if (a.mask !== undefined) return fits(a.mask, b.plain)
  return b.mask !== undefined && fits(b.mask, a.plain)
}

const doMasksAgree = (a: Mask, b: Mask): boolean =>
  (a.head.startsWith(b.head) || b.head.startsWith(a.head)) &&
  (a.tail.endsWith(b.tail) || b.tail.endsWith(a.tail))

const fits = ({ head, middle, tail }: Mask, plain: string): boolean =>
  plain.length >= head.length + tail.length &&
  plain.startsWith(head) &&
  plain.endsWith(tail) &&
  middle.every((part) => plain.includes(part))
