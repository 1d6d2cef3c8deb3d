import { isProblem, isUnreachable, LastroProblem } from '@lastro/client/problem.ts'
import { type Say, useSay } from '../shell/language.tsx'
import { shellWords } from '../words/shell.ts'
import { Notice } from './notice.tsx'

type ProblemNoticeProps = {
  readonly error: unknown
  /** Offered where the same may well succeed in a moment. */
  readonly onRetry?: (() => void) | undefined
}

/** What the service refused and what to change, in its own words; with the request's id, for whoever has to ask. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const say = useSay(shellWords)
  // After the sign-in that it led to, the reader is back here: what a program did wrong is no business of theirs.
  if (isProblem(error, 'session_missing', 'token_missing')) {
    return <Notice tone="bad">{say('sessionEnded')}</Notice>
  }
  const problem = error instanceof LastroProblem ? error : undefined
  const reason = problem?.refusal?.reason
  return (
    <Notice tone="bad">
      <p>
        <strong>{problem?.title ?? unexpected(error, say)}</strong>
      </p>
      {problem !== undefined && <p>{reason ?? problem.detail}</p>}
      {problem?.requestId !== undefined && (
        <p className="code">{say('requestId', { id: problem.requestId })}</p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {say('retry')}
        </button>
      )}
    </Notice>
  )
}

/** The words of the client are for programs where they speak of its settings. */
function unexpected(error: unknown, say: Say<typeof shellWords>): string {
  const isOfAnother = isUnreachable(error) && (error.reason === 'not_lastro' || error.reason === 'redirected')
  if (isOfAnother) return say('between')
  return error instanceof Error ? error.message : say('brokenTitle')
}
