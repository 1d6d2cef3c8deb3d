import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { type Draw, digits, drawsOf, type Sample, shuffled, weighted } from './chance.ts'

/** The document of the subject at an index, for a caller that has loaded the run and asks for one of it. */
export function sampleDocument({ index, seed }: Sample): DocumentNumber {
  return withCheckDigits(isCompany(index) ? cnpjStem({ index, seed }) : cpfStem({ index, seed }))
}

/** Three in ten, at fixed places: a company always finds people before it to be its partners. */
const personPlaces = [0, 1, 3, 4, 6, 7, 9] as const
export const isCompany = (index: number): boolean => index % 10 === 2 || index % 10 === 5 || index % 10 === 8

export const peopleBefore = (index: number): number =>
  Math.floor(index / 10) * personPlaces.length + personPlaces.filter((place) => place < index % 10).length

export const indexOfPerson = (ordinal: number): number =>
  Math.floor(ordinal / personPlaces.length) * 10 + (personPlaces[ordinal % personPlaces.length] ?? 0)

/** Between two neighbours of the ten repeated sequences, which no CPF may be, lie this many stems. */
const stemsBetweenRepeats = 111_111_110

function cpfStem({ index, seed }: Sample): string {
  const place = shuffled(index, { size: 9 * stemsBetweenRepeats, key: seed })
  return String(place + 1 + Math.floor(place / stemsBetweenRepeats)).padStart(9, '0')
}

/** Letters stand in the root, in the order number, or in neither; a first letter keeps the kinds apart. */
function cnpjStem({ index, seed }: Sample): string {
  const draw = drawsOf({ index, seed }, 'document')
  const digitRoot = () => String(shuffled(index, { size: 10 ** 8, key: ~seed })).padStart(8, '0')
  const orderNumber = () => `0${letter(draw)}${digits(draw, 2)}`
  const kind = weighted(draw, cnpjKinds)
  switch (kind) {
    case 'digits':
      return `${digitRoot()}0001`
    case 'letters in the root':
      return `${letterRoot({ index, seed })}0001`
    case 'letters in the order number':
      return `${digitRoot()}${orderNumber()}`
    case 'letters in both':
      return `${letterRoot({ index, seed })}${orderNumber()}`
  }
}

const cnpjKinds = [
  [9700, 'digits'],
  [200, 'letters in the root'],
  [50, 'letters in the order number'],
  [50, 'letters in both'],
] as const

function letterRoot({ index, seed }: Sample): string {
  const tail = 36 ** 7
  const place = 10 * tail + shuffled(index, { size: 26 * tail, key: ~seed })
  return place.toString(36).toUpperCase()
}

const letter = (draw: Draw): string => String.fromCharCode(65 + Math.floor(draw() * 26))
