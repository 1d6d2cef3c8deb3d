import type { LastroProblem } from '@lastro/client/problem.ts'
import { useEffect, useState } from 'react'

type Voice = Pick<typeof import('./what-went-wrong.ts'), 'whatWasRefused' | 'faultsOf'>

let known: Voice | undefined

/** Better the service's own words than none. */
const plain: Voice = {
  whatWasRefused: ({ title, detail, requestId }: LastroProblem) => ({
    title,
    text: detail,
    fields: [],
    requestId,
  }),
  faultsOf: ({ errors }) => errors.map(({ field, message }) => ({ field, name: undefined, text: message })),
}

/**
 * The words for every refusal there is: many, and most visits need none. They are loaded with the first refusal;
 * undefined until they have come.
 */
export function useVoice(isNeeded: boolean): Voice | undefined {
  const [voice, setVoice] = useState(known)
  useEffect(() => {
    if (!isNeeded || voice !== undefined) return
    import('./what-went-wrong.ts').then(
      (loaded) => {
        known = loaded
        setVoice(loaded)
      },
      () => setVoice(plain),
    )
  }, [isNeeded, voice])
  return voice
}
