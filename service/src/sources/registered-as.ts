import type { Subject } from '@lastro/contract/reports/subject.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Registered } from '@lastro/rules/listings/insertion/known-party.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../clock.ts'
import type { SubjectStore } from '../features/bureau/subject-store.ts'
import type { Scenario } from '../features/sandbox/scenario.ts'

export type RegisteredAsDeps = {
  readonly subjects: Pick<SubjectStore, 'readFacts'>
  readonly findScenario: (document: DocumentNumber) => Scenario | undefined
  readonly clock: Clock
}

/** Under which names a document is registered, when its person was born, and its debts: the bureau's word, or the sandbox's. */
export const registeredAs =
  ({ subjects, findScenario, clock }: RegisteredAsDeps) =>
  async (register: string, document: DocumentNumber): Promise<Registered | undefined> => {
    const subject =
      register === productionRegister
        ? await subjects.readFacts(document)
        : findScenario(document)?.subject?.(dayAt(clock.nowMs()))
    return subject && registeredOf(document, subject)
  }

const isCompany = (document: DocumentNumber): boolean => documentType(document) === 'CNPJ'

function registeredOf(
  document: DocumentNumber,
  { registration, identification, negativeItems: debts = [] }: Omit<Subject, 'documento'>,
): Registered {
  if (!isCompany(document)) {
    return { names: present(registration?.consumerName), birthDate: registration?.birthDate, debts }
  }
  const { companyName, companyAlias } = identification ?? {}
  const names = present(registration?.companyName, companyName, companyAlias)
  return { names, birthDate: undefined, debts }
}

const present = (...names: readonly (string | undefined)[]): string[] =>
  names.filter((one) => one !== undefined)
