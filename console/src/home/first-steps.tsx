import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { occurrencesName } from '../alerts/alert-names.ts'
import { Answered } from '../parts/answered.tsx'
import { Mark } from '../parts/marks/mark.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { homeWords } from '../words/shell/home.ts'
import { firstOf } from './first-of.ts'

type Step = {
  readonly word: 'stepQuery' | 'stepDebt' | 'stepAlert'
  readonly help: 'stepQueryHelp' | 'stepDebtHelp' | 'stepAlertHelp'
  readonly href: string
  /** Whether it has been taken, by whoever of this client, as the service knows it. */
  readonly isDone: boolean
}

/** The way to a first query, a first debt and a first alert; gone once all of them have been taken. */
export function FirstSteps() {
  const say = useSay(homeWords)
  const query = useSteps()
  if (query.data?.every((one) => one.isDone)) return null
  return (
    <section className="panel">
      <h2>{say('firstSteps')}</h2>
      <Answered query={query}>
        {(steps) => (
          <ol className="first-steps">
            {steps.map(({ word, help, href, isDone }) => (
              <li key={word}>
                <Mark tone={isDone ? 'good' : 'quiet'}>{say(isDone ? 'stepDone' : 'stepOpen')}</Mark>{' '}
                {isDone ? say(word) : <Link href={href}>{say(word)}</Link>}
                {!isDone && <span className="muted small"> {say(help)}</span>}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </section>
  )
}

function useSteps() {
  const { lastro, user } = useSession()
  const isAnalyst = user.roles.includes('analyst')
  const isCreditor = user.roles.includes('creditor')
  return useQuery({
    // Below the name of occurrences, so that a first one is seen at once.
    queryKey: [...occurrencesName, 'first steps'],
    queryFn: async (): Promise<readonly Step[]> => {
      const [queries, listings, alerts] = await Promise.all([
        isAnalyst ? firstOf(1, (cursor) => lastro.account.consultations.page({ cursor })) : undefined,
        isCreditor ? lastro.listings.summary() : undefined,
        lastro.alerts.occurrences.page({ limit: 1 }),
      ])
      return [
        ...(queries === undefined ? [] : [{ ...steps.query, isDone: queries.length > 0 }]),
        ...(listings === undefined ? [] : [{ ...steps.debt, isDone: listings.states.length > 0 }]),
        { ...steps.alert, isDone: alerts.items.length > 0 },
      ]
    },
  })
}

const steps = {
  query: { word: 'stepQuery', help: 'stepQueryHelp', href: '/consulta' },
  debt: { word: 'stepDebt', help: 'stepDebtHelp', href: '/dividas/nova' },
  alert: { word: 'stepAlert', help: 'stepAlertHelp', href: '/alertas/documentos' },
} as const satisfies Record<string, Omit<Step, 'isDone'>>
