import { useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { NewPerson } from '../people/new-person.tsx'
import { People } from '../people/people.tsx'
import { ClientFrame } from './client-frame.tsx'

/** The people who work for a client. */
export const ClientPeoplePage = () => (
  <ClientFrame part="people">
    {({ id, revokedAt }) => <ClientPeople id={id} isAlive={revokedAt === undefined} />}
  </ClientFrame>
)

function ClientPeople({ id, isAlive }: { readonly id: string; readonly isAlive: boolean }) {
  const say = useSay(operatorWords)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <section>
      <div className="page-head">
        <h2>{say('clientPeopleTitle')}</h2>
        {isAlive && (
          <button type="button" className="main" onClick={() => setIsCreating(true)}>
            {say('newPerson')}
          </button>
        )}
      </div>
      <People clientId={id} />
      {isCreating && <NewPerson clientId={id} onClose={() => setIsCreating(false)} />}
    </section>
  )
}
