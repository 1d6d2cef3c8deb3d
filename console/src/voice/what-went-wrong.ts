import type { LastroProblem } from '@lastro/client/problem.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { faultText } from './field-faults.ts'
import { fieldName } from './field-names.ts'
import { type Spoken, spokenProblems } from './spoken-problems.ts'
import { inWords, type WentWrong, type Words } from './unrefused.ts'

/** A refusal in words for a person. */
export function whatWasRefused(error: LastroProblem, language: Language): WentWrong {
  const { code, requestId, title, detail, refusal } = error
  const spoken: Spoken | undefined = Object.hasOwn(spokenProblems, code)
    ? spokenProblems[code as keyof typeof spokenProblems]
    : undefined
  // A problem of a later release is better said in its own words than in none.
  if (spoken === undefined || spoken === 'said') {
    const fields = refusal === undefined ? [] : faultsOf(error, language)
    const text = fields.length > 0 ? mended[language] : (refusal?.reason ?? detail)
    return { title, text, fields, requestId }
  }
  const said = inWords(spoken === 'page' ? ofThePage : spoken, language, requestId)
  return spoken === 'page' ? said : { ...said, fields: faultsOf(error, language) }
}

/** All that is wrong is told above it. */
const mended: Text = { pt: 'Corrija e envie de novo.', en: 'Mend it and send it again.' }

const ofThePage: Words = {
  title: { pt: 'A página falhou', en: 'The page failed' },
  text: {
    pt: 'O serviço não entendeu o que a página pediu. Recarregue-a; se continuar, dê ao operador o número abaixo.',
    en: 'The service did not understand what the page asked. Reload it; if it goes on, give the operator the number below.',
  },
}

type Faults = {
  readonly errors: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

/** What is wrong with each field, once; a field with two faults is corrected one at a time. */
export function faultsOf({ errors }: Faults, language: Language): WentWrong['fields'] {
  const first = errors.filter(({ field }, at) => errors.findIndex((one) => one.field === field) === at)
  return first.map(({ field, code, message }) => ({
    field,
    name: fieldName(field, language),
    text: faultText(code, message, language),
  }))
}
