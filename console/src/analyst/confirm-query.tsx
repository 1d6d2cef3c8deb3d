import { isUnreachable } from '@lastro/client/problem.ts'
import { systemClock } from '@lastro/client/transport/clock.ts'
import { newKey } from '@lastro/client/transport/connection.ts'
import type { FeatureCode, ReportProductCode } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import { sectionHeading } from '@lastro/reading/section-readings.ts'
import { documentText, moneyText } from '@lastro/reading/value-text.ts'
import { queryPrice } from '@lastro/rules/money/query-price.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { reportPath } from '../kept/report-path.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { confirmWords } from '../words/analyst/confirm.ts'
import { shellWords } from '../words/shell/shell.ts'
import { answeredAtMs, type HeldReport, reportIdOf, useHoldReport } from './held-report.ts'
import type { OpenOffer } from './offers.ts'

type ConfirmQueryProps = {
  readonly offer: OpenOffer
  readonly document: string
  /** Whose it is, where it was found by that. */
  readonly name?: string | undefined
  readonly features: readonly string[]
  readonly purpose: string | undefined
  readonly onClose: () => void
}

/** What will be asked and what it costs; nothing is asked before somebody says yes. */
export function ConfirmQuery({ offer, document, name, features, purpose, onClose }: ConfirmQueryProps) {
  const say = useSay(confirmWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  const { lastro } = useSession()
  const [, navigate] = useLocation()
  const hold = useHoldReport()
  // One key for as long as the question is the same: asked again after a lost answer, it is answered once.
  const [idempotencyKey] = useState(newKey)
  const price = queryPrice(offer.terms, features)
  const query = useMutation({
    mutationFn: async (): Promise<HeldReport> => {
      const asked = {
        product: offer.product.code as ReportProductCode,
        query: { documento: document, features: features as readonly FeatureCode[] },
        purpose: purpose as Purpose | undefined,
      }
      const answer = await lastro.reports.query(asked.product, asked.query, {
        purpose: asked.purpose,
        idempotencyKey,
        retries: 0,
      })
      return { ...asked, answer, atMs: answeredAtMs(answer, systemClock.nowMs()), price }
    },
    // What the service answered, a refusal too, is on record: it is sent again only when the answer was lost.
    retry: (failures, error) => failures === 0 && isLost(error),
    onSuccess: (held) => {
      hold(held)
      navigate(reportPath(reportIdOf(held.answer)))
    },
  })
  // What is under way is paid for: it is not left before its answer.
  const close = () => query.isPending || onClose()
  const type = document.length === 14 ? 'CNPJ' : 'CPF'
  const covered = (wanted: 'none' | 'partial'): string =>
    offer.terms.coverage
      .filter((one) => one.documentType === type && one.coverage === wanted)
      .map(({ section }) => sectionHeading(section)[language])
      .join(', ')
  const [lacking, inPart] = [covered('none'), covered('partial')]
  const names = offer.terms.features.filter((one) => features.includes(one.code)).map((one) => one.name)
  return (
    <Dialog title={say('confirmTitle')} onClose={close}>
      <p>
        {say('confirmText', { product: offer.product.name[language], document: documentText(document) })}
        {name !== undefined && (
          <>
            {' '}
            <bdi>{name}</bdi>.
          </>
        )}
        {names.length > 0 && ` ${say('confirmFeatures', { features: names.join(', ') })}`}
      </p>
      {lacking !== '' && <p>{say('lacking', { sections: lacking })}</p>}
      {inPart !== '' && <p>{say('inPart', { sections: inPart })}</p>}
      <p>
        <strong>
          {price === undefined ? say('priceNone') : say('priceTotal', { price: moneyText(price) })}
        </strong>
      </p>
      <p className="muted">{say('priceRepeat')}</p>
      {query.isError && <ProblemNotice error={query.error} />}
      <div className="acts">
        <button type="button" aria-disabled={query.isPending} onClick={close}>
          {sayShell('cancel')}
        </button>
        <BusyButton type="button" className="main" isBusy={query.isPending} onClick={() => query.mutate()}>
          {say(query.isPending ? 'asking' : 'confirm')}
        </BusyButton>
      </div>
    </Dialog>
  )
}

/** One that took too long may still be at work, and a second beside it would be refused on record. */
const isLost = (error: unknown): boolean =>
  isUnreachable(error) && (error.reason === 'network' || error.reason === 'cut')
