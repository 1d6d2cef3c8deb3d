import { grouped } from '@lastro/reading/value-text.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/creditor/lines.ts'
import { Facts, type ShownFact } from '../facts.tsx'
import { Notice } from '../notice.tsx'
import type { SentBytes } from './sending-fetch.ts'

/** How far a file has come, each figure as it was counted: lines read here, bytes sent, lines that the service answered. */
export type Progress =
  | { readonly step: 'preparing'; readonly done: number }
  | { readonly step: 'sending'; readonly sent: SentBytes }
  | { readonly step: 'answering'; readonly done: number; readonly total: number }

type SendingProgressProps = {
  readonly progress: Progress
  readonly refusedCount: number
  /** Once the whole of it is answered. */
  readonly facts: readonly ShownFact[] | undefined
}

export function SendingProgress({ progress, refusedCount, facts }: SendingProgressProps) {
  const say = useSay(lineWords)
  const text = useProgressText(progress)
  return (
    <section className="panel">
      {facts !== undefined && <Ended progress={progress} refusedCount={refusedCount} />}
      {progress.step === 'sending' && progress.sent.attempt > 1 && (
        <Notice tone="warn">{say('sentAgain')}</Notice>
      )}
      {/* A bar that nothing is known for would move by itself, and say nothing. */}
      {progress.step === 'sending' && (
        <progress value={progress.sent.bytes} max={Math.max(1, progress.sent.total)} aria-label={text} />
      )}
      {progress.step === 'answering' && (
        <progress value={progress.done} max={Math.max(1, progress.done, progress.total)} aria-label={text} />
      )}
      <p role="status" className="number">
        {text}
      </p>
      {facts !== undefined && <Facts facts={facts} />}
    </section>
  )
}

function useProgressText(progress: Progress): string {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const size = (bytes: number) =>
    new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', {
      style: 'unit',
      unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes < 1_000_000 ? 1_000 : 1_000_000))
  switch (progress.step) {
    case 'preparing':
      return say('preparing', { done: grouped(String(progress.done)) })
    case 'sending': {
      const { bytes, total } = progress.sent
      if (bytes >= total) return say('allSent', { total: size(total) })
      return say('bytesSent', { sent: size(bytes), total: size(total) })
    }
    case 'answering': {
      const { done, total } = progress
      return say('progress', { done: grouped(String(done)), total: grouped(String(Math.max(done, total))) })
    }
  }
}

/** Green is for a file of which everything was taken. */
function Ended({ progress, refusedCount }: { readonly progress: Progress; readonly refusedCount: number }) {
  const say = useSay(lineWords)
  if (progress.step === 'answering' && progress.total === 0)
    return <Notice tone="warn">{say('empty')}</Notice>
  return <Notice tone={refusedCount === 0 ? 'good' : 'warn'}>{say('done')}</Notice>
}
