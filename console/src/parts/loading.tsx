import { useSay } from '../shell/language.tsx'
import { shellWords } from '../words/shell/shell.ts'

export function Loading() {
  const say = useSay(shellWords)
  return (
    <p className="loading" role="status">
      {say('loading')}
    </p>
  )
}
