import { shellWords } from '../../words/shell/shell.ts'
import { useSay } from '../language.tsx'

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  const say = useSay(shellWords)
  return (
    <a className="skip" href="#content">
      {say('skip')}
    </a>
  )
}
