import { printable } from '@lastro/reading/value-text.ts'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { homeWords } from '../words/shell/home.ts'
import { AnalystHome } from './analyst-home.tsx'
import { CreditorHome } from './creditor-home.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OperatorHome } from './operator-home.tsx'

/** What a person should know before doing anything: the parts of each role that they have, one after the other. */
export function HomePage() {
  const say = useSay(homeWords)
  const { user } = useSession()
  const { roles } = user
  return (
    <Page title={say('title')} lede={say('hello', { name: printable(user.name) })}>
      {user.environment === 'sandbox' && <FirstSteps />}
      <div className="home">
        {roles.includes('analyst') && <AnalystHome />}
        {roles.includes('creditor') && <CreditorHome />}
        {roles.includes('operator') && <OperatorHome />}
      </div>
    </Page>
  )
}
