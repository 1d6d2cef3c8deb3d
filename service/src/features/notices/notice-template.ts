import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '@lastro/contract/text.ts'

/** The words of a notice with places to fill: one wording for the debtor, one for a guarantor. */
export type NoticeTemplate = Readonly<Record<Section, Wording>>

export type Wording = { readonly subject: string; readonly body: string }

export const sections = ['devedor', 'avalista'] as const
export type Section = (typeof sections)[number]

/** What a notice has to name by law; without one of these it is not one. */
const required = ['nome', 'credor', 'divida', 'valor', 'vencimento', 'data_limite', 'como_contestar'] as const
const optional = ['documento', 'documento_credor', 'contrato', 'prazo', 'data', 'numero'] as const

/** Only a guarantor's wording knows of another debtor. */
const guarantorOnly = 'devedor'

export type Placeholder = (typeof required)[number] | (typeof optional)[number] | typeof guarantorOnly

/** `{{nome}}`, or anything else between such braces. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g

/** A letter of more than a few pages is not read, and a template is not a book. */
const templateBytesMax = 32 * 1024

/** What is wrong with the operator's template, in words. */
export class TemplateFault extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}

const defaultPath = join(import.meta.dirname, 'default-template.txt')

/** The operator's template, or ours; read and checked at the start, so that no notice finds a fault in it. */
export function loadNoticeTemplate(path: string | undefined): NoticeTemplate {
  const bytes = bytesOf(path ?? defaultPath)
  if (bytes === undefined) throw new TemplateFault(faults.unread)
  if (bytes.length > templateBytesMax) throw new TemplateFault(faults.tooLarge)
  if (!isUtf8(bytes)) throw new TemplateFault(faults.notUtf8)
  return readNoticeTemplate(bytes.toString('utf8'))
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

export function readNoticeTemplate(text: string): NoticeTemplate {
  const parts = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/^\[([^\]\n]*)\][ \t]*$/m)
  const named = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2) {
    const name = (parts[at] ?? '').trim()
    if (!sections.some((section) => section === name)) throw new TemplateFault(faults.sectionUnknown(name))
    if (named.has(name)) throw new TemplateFault(faults.sectionRepeated(name))
    named.set(name, parts[at + 1] ?? '')
  }
  refuseStrayText(parts[0] ?? '')
  return { devedor: wordingOf('devedor', named), avalista: wordingOf('avalista', named) }
}

/** Before the first section only comments stand: other words would be lost without a sound. */
function refuseStrayText(preamble: string): void {
  if (preamble.split('\n').some((line) => !/^\s*(#|$)/.test(line))) throw new TemplateFault(faults.strayText)
}

function wordingOf(section: Section, named: ReadonlyMap<string, string>): Wording {
  const text = named.get(section)
  if (text === undefined) throw new TemplateFault(faults.sectionMissing(section))
  const [, subject, body] = /^Assunto:[ \t]*([^\n]*\S)[ \t]*\n(.*)$/s.exec(text.trim()) ?? []
  if (subject === undefined || body === undefined) throw new TemplateFault(faults.subjectMissing(section))
  refusePlaceholders(section, subject, body)
  return { subject, body: `${body.trim()}\n` }
}

function refusePlaceholders(section: Section, subject: string, body: string): void {
  const needed = [...required, ...(section === 'avalista' ? [guarantorOnly] : [])]
  const known: readonly string[] = [...needed, ...optional]
  const used = [...`${subject}\n${body}`.matchAll(placeholderPattern)].map(([, name = '']) => name)
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TemplateFault(faults.unknown(section, unknown, known))
  if (/\{\{|\}\}/.test(`${subject}\n${body}`.replace(placeholderPattern, '')))
    throw new TemplateFault(faults.unclosed(section))
  const missing = needed.filter((name) => !body.includes(`{{${name}}}`))
  if (missing.length > 0) throw new TemplateFault(faults.missing(section, missing))
}

const braced = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ')

const fault = (text: Text): Text => ({
  pt: `LASTRO_NOTICE_TEMPLATE: ${text.pt}`,
  en: `LASTRO_NOTICE_TEMPLATE: ${text.en}`,
})

const faults = {
  unread: fault({ pt: 'o arquivo não pôde ser lido.', en: 'the file could not be read.' }),
  tooLarge: fault({ pt: 'o arquivo passa de 32 KiB.', en: 'the file is over 32 KiB.' }),
  notUtf8: fault({ pt: 'o arquivo não está em UTF-8.', en: 'the file is not in UTF-8.' }),
  strayText: fault({
    pt: 'antes da primeira seção só cabem linhas que começam com #.',
    en: 'only lines that begin with # may stand before the first section.',
  }),
  sectionUnknown: (name: string) =>
    fault({
      pt: `a seção [${name}] não existe; há [devedor] e [avalista].`,
      en: `there is no section [${name}]; there are [devedor] and [avalista].`,
    }),
  sectionRepeated: (name: string) =>
    fault({ pt: `a seção [${name}] aparece duas vezes.`, en: `the section [${name}] appears twice.` }),
  sectionMissing: (name: string) =>
    fault({ pt: `falta a seção [${name}].`, en: `the section [${name}] is missing.` }),
  subjectMissing: (name: string) =>
    fault({
      pt: `a seção [${name}] deve começar com uma linha "Assunto: …" e ter um texto depois dela.`,
      en: `the section [${name}] must begin with a line "Assunto: …" and have a text after it.`,
    }),
  unknown: (section: string, name: string, known: readonly string[]) =>
    fault({
      pt: `[${section}] usa {{${name}}}, que não existe ali. Há: ${braced(known)}.`,
      en: `[${section}] uses {{${name}}}, which does not exist there. There are: ${braced(known)}.`,
    }),
  unclosed: (section: string) =>
    fault({
      pt: `[${section}] tem chaves {{ ou }} sem par.`,
      en: `[${section}] has braces {{ or }} without their pair.`,
    }),
  missing: (section: string, names: readonly string[]) =>
    fault({
      pt: `falta no texto de [${section}]: ${braced(names)}. Um comunicado tem de nomear tudo isso.`,
      en: `missing from the text of [${section}]: ${braced(names)}. A notice has to name all of these.`,
    }),
}
