import { companySearchScope } from '@lastro/contract/reports/products.ts'
import { type FormEvent, useState } from 'react'
import { checkDocument } from '../parts/forms/document-check.ts'
import { DocumentField } from '../parts/forms/document-field.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useLoaded } from '../shell/page/use-loaded.ts'
import { useSession } from '../shell/session/session.ts'
import { analystWords } from '../words/analyst/analyst.ts'
import { isCompanyName } from './company-name.ts'
import { FeatureChoice } from './feature-choice.tsx'
import { type Offer, type OpenOffer, useOffers } from './offers.ts'
import { ProductChoice } from './product-choice.tsx'
import { PurposeChoice } from './purpose-choice.tsx'
import { useDraftNumber, useQueryDraft } from './query-draft.ts'
import { useCompanyList } from './use-company-list.ts'

/** One field, what to ask for, and a button that says the price before anything is asked. */
export function QueryPage() {
  const say = useSay(analystWords)
  const { offers, error, retry } = useOffers()
  const draftNumber = useDraftNumber()
  if (error !== undefined) {
    return (
      <Page title={say('queryTitle')}>
        <ProblemNotice error={error} onRetry={retry} />
      </Page>
    )
  }
  return (
    <Page title={say('queryTitle')}>
      {offers === undefined ? <Loading /> : <QueryForm key={draftNumber} offers={offers} />}
    </Page>
  )
}

function QueryForm({ offers }: { readonly offers: readonly Offer[] }) {
  const say = useSay(analystWords)
  const { user } = useSession()
  const [draft, change] = useQueryDraft()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const check = checkDocument(draft.text)
  const mayFind = user.scopes?.includes(companySearchScope) === true
  const isName = mayFind && isCompanyName(draft.text)
  const type = check.kind === 'document' ? check.type : undefined
  /** The list goes away with the name, so whoever chose from it is taken back to the field. */
  const list = useCompanyList(isName ? draft.text : undefined, (chosen) => {
    change(chosen)
    document.querySelector<HTMLElement>('[data-page-field]')?.focus()
  })
  const [ConfirmQuery, FoundCompanies] = [useLoaded(loadConfirmQuery), useLoaded(loadFoundCompanies)]
  const offer = chosenOffer(offers, draft.product, type)
  if (offer === undefined) return <Notice tone="warn">{say('noProducts')}</Notice>

  const features = draft.features.filter((code) => isFor(offer, code, type))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(check.kind !== 'document')
    setIsConfirming(check.kind === 'document')
  }
  return (
    <>
      <form className="panel" onSubmit={submit} noValidate>
        <DocumentField
          label={say('document')}
          help={say(isName ? 'nameHelp' : mayFind ? 'documentOrNameHelp' : 'documentHelp')}
          isName={isName}
          whose={draft.name}
          value={draft.text}
          onText={(text) => {
            setIsMissing(false)
            list.restart()
            change({ text, name: undefined })
          }}
          wrong={isMissing && (isName || check.kind !== 'wrong') ? say('documentMissing') : undefined}
          className="document"
          data-page-field
          {...(mayFind && list.field)}
        />
        {list.isWanted && FoundCompanies !== undefined && <FoundCompanies list={list} />}
        <ProductChoice
          offers={offers}
          chosen={offer}
          type={type}
          onChoose={(product) => change({ product })}
        />
        <FeatureChoice
          offer={offer}
          chosen={features}
          type={type}
          onChoose={(chosen) => change({ features: chosen })}
        />
        <PurposeChoice offer={offer} chosen={draft.purpose} onChoose={(purpose) => change({ purpose })} />
        <div className="acts">
          <button type="submit" className="main">
            {say('go')}
          </button>
        </div>
        {isConfirming && check.kind === 'document' && ConfirmQuery !== undefined && (
          <ConfirmQuery
            offer={offer}
            document={check.document}
            name={draft.name}
            features={features}
            purpose={draft.purpose}
            onClose={() => setIsConfirming(false)}
          />
        )}
      </form>
      {user.environment === 'sandbox' && (
        <LoadedTestDocuments onUse={(text) => change({ text, name: undefined })} />
      )}
    </>
  )
}

/** The product chosen, unless the contract or the document rules it out; then the first that they do not. */
function chosenOffer(
  offers: readonly Offer[],
  code: string,
  type: string | undefined,
): OpenOffer | undefined {
  const open = offers.filter(
    (one): one is OpenOffer =>
      one.terms !== undefined && (type === undefined || one.product.documentTypes.some((of) => of === type)),
  )
  return open.find((one) => one.product.code === code) ?? open[0]
}

function isFor(offer: OpenOffer, code: string, type: string | undefined): boolean {
  const feature = offer.terms.features.find((one) => one.code === code)
  return (
    feature?.contracted === true && (type === undefined || feature.documentTypes.some((one) => one === type))
  )
}

/** After the page, and before anybody has typed what they need: the first page is light. */
const loadConfirmQuery = async () => (await import('./confirm-query.tsx')).ConfirmQuery
const loadFoundCompanies = async () => (await import('./found-companies.tsx')).FoundCompanies
const loadTestDocuments = async () => (await import('./test-documents.tsx')).TestDocuments

/** After the page: a query of production never needs them. */
function LoadedTestDocuments(props: { readonly onUse: (document: string) => void }) {
  const TestDocuments = useLoaded(loadTestDocuments)
  return TestDocuments === undefined ? null : <TestDocuments {...props} />
}
