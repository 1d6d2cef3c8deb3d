import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Registered } from '@lastro/rules/listings/insertion/known-party.ts'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import type { Clock } from '../clock.ts'
import type { SubjectStore } from '../features/bureau/subject-store.ts'
import type { Scenario } from '../features/sandbox/scenario.ts'

export type RegisteredAsDeps = {
  readonly subjects: Pick<SubjectStore, 'readSections'>
  readonly findScenario: (document: DocumentNumber) => Scenario | undefined
  readonly clock: Clock
}

/** Under which names a document is registered, and when its person was born: the bureau's word, or the sandbox's. */
export const registeredAs =
  ({ subjects, findScenario, clock }: RegisteredAsDeps) =>
  async (register: string, document: DocumentNumber): Promise<Registered | undefined> => {
    if (register !== productionRegister) {
      const subject = findScenario(document)?.subject?.(dayAt(clock.nowMs()))
      return subject && registeredOf(document, subject)
    }
    const kept = await subjects.readSections(document, wanted(document))
    if (kept === undefined) return undefined
    const texts = new Map(kept.sections().map(({ section, text }) => [section, text]))
    const read = (section: SectionId) => JSON.parse(texts.get(section) ?? '{}')
    return registeredOf(document, {
      registration: read('registration'),
      identification: read('identificationReport'),
    })
  }

const isCompany = (document: DocumentNumber): boolean => documentType(document) === 'CNPJ'

const wanted = (document: DocumentNumber): readonly SectionId[] =>
  isCompany(document) ? ['registration', 'identificationReport'] : ['registration']

function registeredOf(
  document: DocumentNumber,
  { registration, identification }: Pick<Subject, 'registration' | 'identification'>,
): Registered {
  if (!isCompany(document)) {
    return { names: present(registration?.consumerName), birthDate: registration?.birthDate }
  }
  const { companyName, companyAlias } = identification ?? {}
  return { names: present(registration?.companyName, companyName, companyAlias), birthDate: undefined }
}

const present = (...names: readonly (string | undefined)[]): string[] =>
  names.filter((one) => one !== undefined)
