import { isUtf8 } from 'node:buffer'
import { documentFaults, fieldErrors } from '@lastro/contract/problems/problems.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type LoadedSections, loadedByLine, markText } from '@lastro/rules/subjects/loaded-sections.ts'
import { withoutNotice } from '@lastro/rules/subjects/negative-items.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import { repeatedMember } from '@lastro/rules/text/member-names.ts'
import { type Line, withoutMark } from '../../csv/read-lines.ts'
import { plainSubjectLine, subjectLine } from './fast/subject-line.ts'
import type { KeptSubject, ReadingOfLines } from './subject-store.ts'

export type ReadSubject =
  | { readonly kind: 'subject'; readonly subject: KeptSubject; readonly withoutNotice: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads one line into a subject ready to keep, or says what is wrong with it; never in a document's own words. */
export function readSubject(line: Line, { today, load, language, isFast }: ReadingOfLines): ReadSubject {
  const bytes = withoutMark(line)
  if (bytes === undefined) return refused(reasons.tooLong[language])
  if (!isUtf8(bytes)) return refused(reasons.encoding[language])
  const text = bytes.toString('utf8')
  const facts = parse(text)
  if (facts === undefined) return refused(reasons.json[language])
  const repeated = repeatedMember(text, facts)
  if (repeated !== undefined) return refused(`${repeated}: ${fieldErrors.sent_twice[language]}`)
  const lineValidator = isFast ? subjectLine : plainSubjectLine
  // Nothing but an escape makes half a character of valid UTF-8.
  if (!lineValidator.accepts(facts, hasEscapes(bytes) ? 'any' : 'whole')) {
    const errors = lineValidator.errorsOf(facts, language).map(({ field, message }) => `${field}: ${message}`)
    return refused(errors.join(' '))
  }
  const parsed = parseDocument(facts.documento)
  if (parsed.kind === 'fault') return refused(`documento: ${documentFaults[parsed.fault][language]}`)
  const fault = misfit(parsed.document, facts, today)
  if (fault !== undefined) return refused(reasons[fault][language])
  const isAsKept = facts.documento === parsed.document && isCompact(bytes)
  const loaded = loadedByLine(facts, documentType(parsed.document), load)
  const subject = keptSubject(parsed.document, facts, {
    today,
    loaded,
    ...(isAsKept && { factsText: bytes }),
  })
  return { kind: 'subject', subject, withoutNotice: withoutNotice(facts) }
}

const hasEscapes = (bytes: Buffer): boolean => bytes.includes(backslash)

/**
 * Whether a line is written as we would write it. Such a line is kept as it came; any other is written anew, since
 * escapes and blanks take room. Whoever writes a blank after the first name writes one after all.
 */
const isCompact = (bytes: Buffer): boolean =>
  !hasEscapes(bytes) && bytes[bytes.indexOf(colon) + 1] === quote && bytes.at(-1) === brace

const [backslash = 0, colon = 0, quote = 0, brace = 0] = Buffer.from('\\:"}')

const reasons = {
  tooLong: { pt: 'A linha passa de 1 MiB.', en: 'The line is over 1 MiB.' },
  encoding: { pt: 'A linha não está em UTF-8.', en: 'The line is not in UTF-8.' },
  json: { pt: 'A linha não é um JSON válido.', en: 'The line is not valid JSON.' },
  companyOnly: {
    pt: 'identification e partners são só para CNPJ.',
    en: 'identification and partners are for a CNPJ only.',
  },
  future: { pt: 'occurrenceDate está no futuro.', en: 'occurrenceDate is in the future.' },
  noticeFuture: { pt: 'notifiedOn está no futuro.', en: 'notifiedOn is in the future.' },
  noticeEarly: { pt: 'notifiedOn é antes de occurrenceDate.', en: 'notifiedOn is before occurrenceDate.' },
} as const

type Misfit = 'companyOnly' | 'future' | 'noticeFuture' | 'noticeEarly'

function misfit(document: DocumentNumber, facts: Subject, today: Day): Misfit | undefined {
  const isPerson = documentType(document) === 'CPF'
  if (isPerson && (facts.identification !== undefined || facts.partners !== undefined)) return 'companyOnly'
  const noticed = [...(facts.negativeItems ?? []), ...(facts.cheques ?? [])]
  const dated = [...noticed, ...(facts.protests ?? [])]
  if (dated.some((one) => one.occurrenceDate > today)) return 'future'
  // Nobody is told of a debt that is not due, nor tomorrow.
  if (noticed.some(({ notifiedOn = '' }) => notifiedOn > today)) return 'noticeFuture'
  const isEarly = noticed.some(
    ({ notifiedOn, occurrenceDate }) => (notifiedOn ?? occurrenceDate) < occurrenceDate,
  )
  return isEarly ? 'noticeEarly' : undefined
}

function keptSubject(
  document: DocumentNumber,
  facts: Subject,
  { today, loaded, factsText }: { today: Day; loaded: LoadedSections; factsText?: Uint8Array },
): KeptSubject {
  return {
    document,
    facts: factsText === undefined ? { ...facts, documento: document } : facts,
    ...(factsText !== undefined && { factsText }),
    ...readySubject(document, facts, { today, wholeLists: false }),
    loaded,
    partners: partnersOf(document, facts, loaded),
  }
}

/** Who takes part in this company. A partner named twice counts once; a masked document is never a key. */
export function partnersOf(
  company: DocumentNumber,
  { identification, registration, partners }: Subject,
  loaded: LoadedSections,
): KeptSubject['partners'] {
  const mark = loaded.get('QSAReport')
  if (mark === undefined) return []
  const companyName = identification?.companyName ?? registration?.companyName
  const statusRegistration = identification?.statusRegistration ?? registration?.statusRegistration
  const byDocument = new Map<DocumentNumber, KeptSubject['partners'][number]>()
  for (const { documentId = '', sinceDate, capitalTotalValue } of partners?.partnersList ?? []) {
    const parsed = parseDocument(documentId)
    if (parsed.kind === 'fault') continue
    const participation = {
      companyDocument: company,
      ...(companyName !== undefined && { companyName }),
      ...(statusRegistration !== undefined && { statusRegistration }),
      ...(sinceDate !== undefined && { sinceDate }),
      ...(capitalTotalValue !== undefined && { capitalTotalValue }),
      loaded: markText(mark),
    }
    byDocument.set(parsed.document, { document: parsed.document, participation })
  }
  return [...byDocument.values()]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refused = (reason: string): ReadSubject => ({ kind: 'refused', reason })
