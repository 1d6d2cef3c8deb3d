import { Link } from 'wouter'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { keptWords } from '../words/analyst/kept.ts'

/** A report whose term is over, or that was never kept: what to do about it, and what that costs. */
export function GoneReport() {
  const say = useSay(keptWords)
  return (
    <Page title={say('goneTitle')} lede={say('gone')}>
      <div className="acts">
        <Link href="/consultas" className="button main">
          {say('back')}
        </Link>
        <Link href="/consulta" className="button">
          {say('newQuery')}
        </Link>
      </div>
    </Page>
  )
}
