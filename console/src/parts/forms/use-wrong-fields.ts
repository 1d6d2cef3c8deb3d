import { isProblem } from '@lastro/client/problem.ts'
import { useLanguage } from '../../shell/language.tsx'
import { faultsOf } from '../../voice/what-went-wrong.ts'

/** What is wrong, by the name that the service gives each field; nothing where it refused for another reason. */
export type WrongFields = Readonly<Record<string, string>>

export function useWrongFields(error: unknown): WrongFields {
  const { language } = useLanguage()
  if (!isProblem(error)) return {}
  return Object.fromEntries(faultsOf(error, language).map(({ field, text }) => [field, text]))
}
