import { Link } from 'wouter'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { analystWords } from '../words/analyst.ts'
import { keptWords } from '../words/kept.ts'

/** A report whose term is over, or that was never kept: what to do about it, and what that costs. */
export function GoneReport() {
  const say = useSay(keptWords)
  const sayAnalyst = useSay(analystWords)
  return (
    <Page title={say('goneTitle')} lede={say('gone')}>
      <div className="acts">
        <Link href="/consultas" className="button main">
          {sayAnalyst('earlierTitle')}
        </Link>
        <Link href="/consulta" className="button">
          {sayAnalyst('newQuery')}
        </Link>
      </div>
    </Page>
  )
}
