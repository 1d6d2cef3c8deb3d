import { LastroProblem } from '@lastro/client/problem.ts'
import { useSay } from '../shell/language.tsx'
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
  const problem = error instanceof LastroProblem ? error : undefined
  const reason = problem?.refusal?.reason
  return (
    <Notice tone="bad">
      <p>
        <strong>{problem?.title ?? (error instanceof Error ? error.message : say('brokenTitle'))}</strong>
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
