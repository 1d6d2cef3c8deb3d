import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { NewPerson } from './new-person.tsx'
import { People } from './people.tsx'

const roleNames = ['operator', 'analyst', 'creditor'] as const

/** Operators, and the people of every client. */
export function PeoplePage() {
  const say = useSay(operatorWords)
  const [search] = useSearchParams()
  const [isCreating, setIsCreating] = useState(false)
  const role = roleNames.find((one) => one === search.get('role'))
  return (
    <Page
      title={say('peopleTitle')}
      lede={say('peopleLede')}
      acts={
        <button type="button" className="main" onClick={() => setIsCreating(true)}>
          {say('newOperator')}
        </button>
      }
    >
      <nav aria-label={say('byRole')}>
        <ul className="tabs">
          {[undefined, ...roleNames].map((one) => (
            <li key={one ?? 'everyone'}>
              <Link
                href={one === undefined ? '/operador/pessoas' : `/operador/pessoas?role=${one}`}
                aria-current={one === role ? 'true' : undefined}
              >
                {say(one ?? 'everyone')}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <People role={role} />
      {isCreating && <NewPerson onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
