import { printable } from '@lastro/reading/value-text.ts'
import { Facts } from '../parts/facts.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { accountWords } from '../words/shell/account.ts'
import { PasswordPanel } from './password-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

const roleWords = { operator: 'roleOperator', analyst: 'roleAnalyst', creditor: 'roleCreditor' } as const

/** Who one is, the password, and the sign-in code. */
export function AccountPage() {
  const say = useSay(accountWords)
  const { user } = useSession()
  return (
    <Page title={say('title')}>
      <section className="panel">
        <h2>{say('who')}</h2>
        <Facts
          facts={[
            { label: say('name'), value: printable(user.name) },
            { label: say('email'), value: user.email },
            { label: say('roles'), value: user.roles.map((role) => say(roleWords[role])).join(', ') },
            { label: say('client'), value: user.clientName && printable(user.clientName) },
            { label: say('environment'), value: user.environment && say(user.environment) },
          ]}
        />
      </section>
      <div className="beside">
        <PasswordPanel />
        <TotpPanel />
      </div>
    </Page>
  )
}
