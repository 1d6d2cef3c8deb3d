import { moneyText } from '@lastro/reading/value-text.ts'
import { queryPrice } from '@lastro/rules/money/query-price.ts'
import { type ReactNode, useState } from 'react'
import { ConfirmQuery } from '../analyst/confirm-query.tsx'
import { type OpenOffer, useOffers } from '../analyst/offers.ts'
import { checkDocument } from '../parts/forms/document-check.ts'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

type AskAlso = {
  /** The way to a query of this document with its price; nothing where none can be made. */
  readonly askAlso: (document: string) => ReactNode
  /** The question before it is asked. */
  readonly question: ReactNode
}

/** Partners and companies lead to their own query. The price is said first, and nothing is asked by one click. */
export function useAskAlso(purpose: string | undefined): AskAlso {
  const say = useSay(reportWords)
  const { offers = [] } = useOffers()
  const [asked, setAsked] = useState<{ readonly document: string; readonly offer: OpenOffer }>()
  const open = offers.filter((one): one is OpenOffer => one.terms !== undefined)
  return {
    askAlso: (text) => {
      const found = offerFor(open, text)
      if (found === undefined) return null
      const price = queryPrice(found.offer.terms, [])
      return (
        <button type="button" className="plain ask-also no-print" onClick={() => setAsked(found)}>
          {price === undefined
            ? say('askAlsoFree')
            : say('askAlso', { price: moneyText(price).replace(' ', '\u00a0') })}
        </button>
      )
    },
    question: asked && (
      <ConfirmQuery
        offer={asked.offer}
        document={asked.document}
        features={[]}
        purpose={purpose}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

/** Of a company the report that knows most about companies, of a person the basic one; else whatever is open. */
function offerFor(open: readonly OpenOffer[], text: string) {
  const check = checkDocument(text)
  if (check.kind !== 'document') return undefined
  const { document, type } = check
  const fitting = open.filter(({ product }) => product.documentTypes.some((one) => one === type))
  const wanted = type === 'CNPJ' ? 'relato' : 'relatorioBasico'
  const offer = fitting.find(({ product }) => product.code === wanted) ?? fitting[0]
  return offer === undefined ? undefined : { document, offer }
}
