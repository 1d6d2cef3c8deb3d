import type { Language } from '@lastro/contract/text.ts'

type Choice = { readonly value: string; readonly quality: number }

/** The language of the texts in an answer; Portuguese when the caller is silent or asks for another. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'pt'
  const [best] = choices(header)
    .map(({ value, quality }) => ({ value: value.split('-')[0], quality }))
    .filter(({ value, quality }) => quality > 0 && (value === 'pt' || value === 'en'))
  return best?.value === 'en' ? 'en' : 'pt'
}

/**
 * The media type to answer with, among those an operation has; undefined when the caller takes none.
 * A caller that sends no Accept, or an empty one, takes anything.
 */
export function mediaTypeOf(header: string | undefined, available: readonly string[]): string | undefined {
  if (header === undefined || header === '' || header === '*/*' || header === available[0])
    return available[0]
  const accepted = choices(header)
  const qualityOf = (type: string): number =>
    accepted
      .filter(({ value }) => value === type || value === `${type.split('/')[0]}/*` || value === '*/*')
      .toSorted((a, b) => b.value.length - a.value.length)
      .at(0)?.quality ?? 0
  const best = available.toSorted((a, b) => qualityOf(b) - qualityOf(a)).at(0)
  return best !== undefined && qualityOf(best) > 0 ? best : undefined
}

/** Whether the caller takes a coding of the content: named, or by `*`, and not with a quality of nought. */
export function takesEncoding(header: string | undefined, coding: string): boolean {
  if (header === undefined) return coding === 'identity'
  const accepted = choices(header)
  const found = accepted.find(({ value }) => value === coding) ?? accepted.find(({ value }) => value === '*')
  return found === undefined ? coding === 'identity' : found.quality > 0
}

function choices(header: string): Choice[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='))
      return { value: value.trim(), quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .toSorted((a, b) => b.quality - a.quality)
}
