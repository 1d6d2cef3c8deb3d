import { isProblem } from '@lastro/client/problem.ts'
import { useLanguage } from '../../shell/language.tsx'
import { useVoice } from '../../voice/use-voice.ts'

/** What is wrong, by the name that the service gives each field; nothing where it refused for another reason. */
export type WrongFields = Readonly<Record<string, string>>

export function useWrongFields(error: unknown): WrongFields {
  const { language } = useLanguage()
  const isRefused = isProblem(error)
  const voice = useVoice(isRefused)
  if (!isRefused || voice === undefined) return {}
  return Object.fromEntries(voice.faultsOf(error, language).map(({ field, text }) => [field, text]))
}
