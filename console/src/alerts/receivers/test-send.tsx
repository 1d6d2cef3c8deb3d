import type { WebhookTest } from '@lastro/contract/alerts/webhooks.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { attemptText } from '../../voice/attempt-text.ts'
import { alertWords } from '../../words/creditor/alerts.ts'

/** Sends a message now and says what came back; beside the other things that can be done. */
export function TestSend({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const test = useMutation({ mutationFn: () => lastro.webhooks.test(id) })
  return (
    <>
      {test.isError && <ProblemNotice error={test.error} />}
      {test.isSuccess && <TestResult result={test.data} />}
      <div className="acts">
        <BusyButton type="button" isBusy={test.isPending} onClick={() => test.mutate()}>
          {say('test')}
        </BusyButton>
        {children}
      </div>
    </>
  )
}

function TestResult({ result }: { readonly result: WebhookTest }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const { delivered, status, durationMs: ms, error, excerpt } = result
  const what = attemptText({ status, error: error?.code }, language)
  return (
    <Notice tone={delivered ? 'good' : 'bad'}>
      <p>{say('testEnded', { what, ms })}</p>
      {excerpt !== undefined && excerpt !== '' && <p className="code">{printable(excerpt)}</p>}
    </Notice>
  )
}
