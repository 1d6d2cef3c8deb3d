import { type Lastro, lastroSession } from '@lastro/client/client.ts'
import { isProblem } from '@lastro/client/problem.ts'
import type { Session } from '@lastro/contract/users/sessions.ts'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  Activity,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Loading } from '../../parts/loading.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { SignInPage } from '../../sign-in/sign-in-page.tsx'
import { useLanguage } from '../language.tsx'
import { LoneLayout } from '../lone-layout.tsx'
import { SessionContext } from './session.ts'
import { sessionOperations } from './session-operations.ts'

type State =
  | { readonly kind: 'asking' }
  /** `ended`: the session that expired, whose page is kept as it was for when its person is back. */
  | { readonly kind: 'out'; readonly ended?: Session }
  | { readonly kind: 'in'; readonly session: Session }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Shows the pages to whoever has signed in, and the sign-in to whoever has not, at the address that was asked for:
 * after an expired session the reader is back where they were, with what they had typed.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const { suggest } = useLanguage()
  const suggested = state.kind === 'in' ? state.session.user.language : undefined
  useEffect(() => {
    if (suggested !== undefined) suggest(suggested)
  }, [suggested, suggest])
  const lastro = useLastro(state)
  const operations = useMemo(() => sessionOperations(lastro), [lastro])
  const look = useCallback(async () => {
    try {
      setState({ kind: 'in', session: await operations.current() })
    } catch (error) {
      if (isProblem(error, 'session_missing')) return setState({ kind: 'out' })
      // Whoever is at work stays at it: their own next step will say what is wrong.
      setState((before) => (before.kind === 'in' ? before : { kind: 'failed', error }))
    }
  }, [operations])
  // Once: a change of language is no reason to ask again.
  useEffect(() => void look(), [])
  const tellOthers = useOtherWindows(() => void look())
  const enter = (entered: Session) => {
    setState({ kind: 'in', session: entered })
    tellOthers()
  }
  const leave = async () => {
    try {
      await operations.signOut()
    } catch (error) {
      // A session that could not be ended still stands, and nobody may think otherwise.
      if (!isProblem(error, 'session_missing', 'token_missing')) return setState({ kind: 'failed', error })
    }
    setState({ kind: 'out' })
    tellOthers()
  }
  const session = sessionOf(state)
  return (
    <>
      {state.kind !== 'in' && (
        <LoneLayout>
          {state.kind === 'asking' && <Loading />}
          {state.kind === 'failed' && <ProblemNotice error={state.error} onRetry={() => void look()} />}
          {state.kind === 'out' && (
            <SignInPage
              signIn={operations.signIn}
              hasExpired={state.ended !== undefined}
              onSignedIn={enter}
            />
          )}
        </LoneLayout>
      )}
      {session !== undefined && (
        <SessionContext value={{ user: session.user, lastro, operations, renew: enter, signOut: leave }}>
          <Activity key={session.user.id} mode={state.kind === 'in' ? 'visible' : 'hidden'}>
            <Queries onEnded={() => setState(ended)} onStale={() => void look()}>
              {children}
            </Queries>
          </Activity>
        </SessionContext>
      )}
    </>
  )
}

const sessionOf = (state: State): Session | undefined =>
  state.kind === 'in' ? state.session : state.kind === 'out' ? state.ended : undefined

const ended = (state: State): State => (state.kind === 'in' ? { kind: 'out', ended: state.session } : state)

/** All windows of a browser hold one session: where it changes in one, the others look who is signed in now. */
function useOtherWindows(onChange: () => void): () => void {
  const channel = useRef<BroadcastChannel>(undefined)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const opened = new BroadcastChannel('lastro.session')
    opened.onmessage = () => changed()
    channel.current = opened
    return () => opened.close()
  }, [])
  return () => channel.current?.postMessage('changed')
}

function useLastro(state: State): Lastro {
  const { language } = useLanguage()
  const { user, csrfToken } = sessionOf(state) ?? {}
  const environment = user?.environment ?? 'production'
  return useMemo(
    () =>
      lastroSession({
        baseUrl: location.origin,
        environment,
        language,
        csrfToken: () => csrfToken,
        // Somebody is looking at the page: once more, and then they are told.
        retries: 1,
      }),
    [environment, language, csrfToken],
  )
}

type QueriesProps = {
  readonly onEnded: () => void
  readonly onStale: () => void
  readonly children: ReactNode
}

/** What was read stays with the person who read it: another who signs in here begins with nothing. */
function Queries({ onEnded, onStale, children }: QueriesProps) {
  const [queries] = useState(() => {
    const onError = (error: unknown) => {
      // A call without a cookie is taken for one of a program that forgot its token.
      if (isProblem(error, 'session_missing', 'token_missing')) onEnded()
      // Somebody signed in again in another window: the token of this one is behind.
      if (isProblem(error, 'csrf_token_invalid')) onStale()
    }
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      // Trying again is the client's business.
      defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
    })
  })
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
