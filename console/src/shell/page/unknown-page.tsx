import { Link } from 'wouter'
import { shellWords } from '../../words/shell/shell.ts'
import { useSay } from '../language.tsx'
import { Page } from './page.tsx'

export function UnknownPage() {
  const say = useSay(shellWords)
  return (
    <Page title={say('unknownTitle')} lede={say('unknown')}>
      <Link href="/" className="button">
        {say('home')}
      </Link>
    </Page>
  )
}
