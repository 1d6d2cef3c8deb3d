import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { dateText, documentText, moneyText, valueText } from '@lastro/reading/value-text.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { isDisputed, StateMark } from '../state-mark.tsx'
import { nextStepText } from './next-step.ts'

/** Whose debt, where it stands, what comes next, and all that is known of it. */
export function ListingSummary({ listing }: { readonly listing: ListingStatus }) {
  const say = useSay(creditorWords)
  return (
    <section className="panel">
      <p className="number">{documentText(listing.documento)}</p>
      <p>
        <StateMark listing={listing} />{' '}
        <span className="muted">{say(listing.visible ? 'visible' : 'notVisible')}</span>
      </p>
      <Notice tone={listing.nextStep.code === 'release' ? 'warn' : 'info'}>
        <strong>{say('nextStep')}:</strong> {nextStepText(listing.nextStep)}
      </Notice>
      <ListingFacts listing={listing} />
    </section>
  )
}

function ListingFacts({ listing }: { readonly listing: ListingStatus }) {
  const say = useSay(creditorWords)
  const day = (value: string | undefined) => (value === undefined ? undefined : dateText(value))
  const { address, contact, suspension, dispute } = listing
  return (
    <Facts
      facts={[
        { label: say('amount'), value: moneyText(listing.amount) },
        { label: say('dueDate'), value: day(listing.dueDate) },
        { label: say('contractId'), value: listing.contractId },
        { label: say('legalNatureId'), value: natureText(listing.legalNatureId) },
        { label: say('section'), value: say(listing.section) },
        { label: say('creditor'), value: listing.creditorName ?? listing.creditorDocument },
        { label: say('birthDate'), value: day(listing.birthDate) },
        { label: say('waitingEndsOn'), value: day(listing.waitingEndsOn) },
        { label: say('publishOn'), value: day(listing.publishOn) },
        { label: say('expiresOn'), value: day(listing.expiresOn) },
        { label: say('paidOn'), value: day(listing.paidOn) },
        { label: say('releaseDueOn'), value: day(listing.releaseDueOn) },
        { label: say('refusal'), value: listing.refusal?.reason },
        { label: say('review'), value: listing.review?.reason },
        { label: say('releaseCause'), value: listing.release?.reason },
        { label: say('flagSubJudice'), value: listing.flagSubJudice === 'true' ? say('yes') : undefined },
        { label: say('courtCase'), value: listing.courtCase },
        { label: say('courtOrder'), value: suspension?.courtOrder },
        { label: say('disputeStatement'), value: dispute?.statement },
        {
          label: say('disputeDueOn'),
          value: isDisputed(listing) ? day(dispute?.dueOn) : undefined,
        },
        { label: say('disputeAnswer'), value: dispute?.answer },
        { label: say('address'), value: addressText(address) },
        { label: say('contact.email'), value: contact.email },
        { label: say('contact.phone'), value: contact.phone },
      ]}
    />
  )
}

const natureText = (code: string): string => [code, natures[code]].filter(Boolean).join(' · ')

function addressText(address: ListingStatus['address']): string {
  const { addressLine, number, complement, district, city, state, zipCode } = address
  const street = [addressLine, number, complement].filter(Boolean).join(', ')
  return [
    street,
    district,
    [city, state].filter(Boolean).join('/'),
    zipCode && valueText(zipCode, 'postcode', 'pt'),
  ]
    .filter(Boolean)
    .join(' · ')
}
