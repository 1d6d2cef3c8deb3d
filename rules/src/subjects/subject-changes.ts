import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { sections } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'

/** What a load has changed in a subject, as those who watch it are told. */
export type SubjectChange = {
  readonly event: Extract<AlertEvent, 'registration.changed' | 'status.changed' | 'partners.changed'>
  readonly data: OccurrenceData
}

/** Nothing when all is as it was: the order of lists, and the dates on which data was looked at, are no change. */
export function subjectChanges(before: Subject | undefined, after: Subject): readonly SubjectChange[] {
  const changed: SubjectChange[] = []
  const status = fieldChanges(statusFields(before), statusFields(after))
  // What was not known before has no status that it changed from.
  if (status.length > 0 && before !== undefined) {
    changed.push({ event: 'status.changed', data: { changes: status } })
  }
  const registration = fieldChanges(registrationFields(before), registrationFields(after))
  if (registration.length > 0)
    changed.push({ event: 'registration.changed', data: { changes: registration } })
  const partners = partnersChange(before?.partners, after.partners)
  if (partners !== undefined) changed.push({ event: 'partners.changed', data: partners })
  return changed
}

/** A field by the name that reports give it. `shown` is what may be told of its value. */
type Known = { readonly compared: string; readonly shown: string | undefined }
type Fields = ReadonlyMap<string, Known>

function fieldChanges(before: Fields, after: Fields): NonNullable<OccurrenceData['changes']> {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names
    .filter((name) => before.get(name)?.compared !== after.get(name)?.compared)
    .map((field) => {
      const was = before.get(field)?.shown
      const is = after.get(field)?.shown
      return { field, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }
    })
}

const statusNames: ReadonlySet<string> = new Set(['statusRegistration', 'statusDate'])

/** Bureaus write the day on which they looked into the status itself. */
const withoutDay = (status: string): string => status.replace(/ EM \d{2}\/\d{2}\/\d{4}/, '')

const statusFields = (subject: Subject | undefined): Fields =>
  fieldsOf(subject, (name) => statusNames.has(name), withoutDay)

const registrationFields = (subject: Subject | undefined): Fields =>
  fieldsOf(subject, (name) => !statusNames.has(name) && !isLookedAt(name))

/** Addresses, phones and the mother's name are gated: that they changed is told, what they are is not. */
const gated: Readonly<Record<'registration' | 'identificationReport', readonly string[]>> = {
  registration: [...sections.registration.gatedMembers, 'addresses', 'phones'],
  identificationReport: sections.identificationReport.gatedMembers,
}

function fieldsOf(
  subject: Subject | undefined,
  isWanted: (name: string) => boolean,
  compared: (text: string) => string = (text) => text,
): Fields {
  const blocks = { registration: subject?.registration, identificationReport: subject?.identification }
  return new Map(
    (['registration', 'identificationReport'] as const).flatMap((block) =>
      Object.entries(blocks[block] ?? {})
        .filter(([name]) => isWanted(name))
        .map(([name, value]) => {
          const shown = typeof value === 'string' && !gated[block].includes(name) ? value : undefined
          return [`${block}.${name}`, { compared: compared(canonical(value)), shown }] as const
        }),
    ),
  )
}

type Partners = Subject['partners']
type Person = { readonly documentId?: string; readonly name?: string; readonly role?: string }

function partnersChange(before: Partners, after: Partners): OccurrenceData | undefined {
  const was = peopleOf(before)
  const is = peopleOf(after)
  const added = [...is].filter(([key]) => !was.has(key)).map(([, one]) => one)
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, one]) => one)
  const changes = (['companyData', 'partnersList', 'directorsList'] as const)
    .filter((name) => canonical(before?.[name]) !== canonical(after?.[name]))
    .map((name) => ({ field: `QSAReport.${name}` }))
  if (changes.length === 0) return undefined
  return { changes, partners: { added, removed } }
}

/** Who is a partner or a director, each by document, name and role. */
function peopleOf(partners: Partners): ReadonlyMap<string, Person> {
  const people: readonly Person[] = [
    ...(partners?.partnersList ?? []).map(({ documentId, name }) => personOf({ documentId, name })),
    ...(partners?.directorsList ?? []).map(({ documentId, name, role = 'DIRETOR' }) =>
      personOf({ documentId, name, role }),
    ),
  ]
  return new Map(people.map((one) => [`${one.documentId ?? one.name ?? ''} ${one.role ?? ''}`, one]))
}

const personOf = ({
  documentId,
  name,
  role,
}: { [Name in keyof Person]: Person[Name] | undefined }): Person => ({
  ...(documentId !== undefined && { documentId }),
  ...(name !== undefined && { name }),
  ...(role !== undefined && { role }),
})

/** The same text for the same facts, in whatever order they came. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const members = Object.entries(value).filter(([name, held]) => held !== undefined && !isLookedAt(name))
  return `{${members
    .map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`)
    .toSorted()
    .join()}}`
}

const isLookedAt = (name: string): boolean => name === 'updateDate' || name === 'informationUpdateDate'
