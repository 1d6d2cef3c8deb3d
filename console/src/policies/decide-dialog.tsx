import type { PolicyItem } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import { moneyText, printable } from '@lastro/reading/value-text.ts'
import { queryPrice } from '@lastro/rules/money/query-price.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useOffers } from '../analyst/offers.ts'
import { Answered } from '../parts/answered.tsx'
import { ActDialog } from '../parts/dialogs/act-dialog.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { amountOf } from '../parts/forms/amount.ts'
import { SelectField, TextField } from '../parts/forms/field.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { decisionsName, policiesName } from './read-names.ts'

export type DecideDialogProps = {
  readonly document: string
  readonly purpose: string | undefined
  readonly onClose: () => void
}

/** Decides on whom a report is about, by a policy in force that is for such documents. */
export function DecideDialog(props: DecideDialogProps) {
  const say = useSay(decisionWords)
  const { lastro } = useSession()
  const query = useQuery({ queryKey: policiesName, queryFn: () => lastro.policies.list() })
  const type = /^\d{11}$/.test(props.document) ? 'CPF' : 'CNPJ'
  const fitting = query.data?.filter(
    ({ retiredAt, documentTypes }) => retiredAt === undefined && documentTypes.includes(type),
  )
  const [first] = fitting ?? []
  if (fitting !== undefined && first !== undefined)
    return <Deciding {...props} policies={fitting} first={first} />
  return (
    <Dialog title={say('decideTitle')} onClose={props.onClose}>
      <Answered query={query}>
        {() => (
          <p>
            {say('noPolicies')} <Link href="/politicas/nova">{say('writePolicy')}</Link>
          </p>
        )}
      </Answered>
    </Dialog>
  )
}

type DecidingProps = DecideDialogProps & {
  readonly policies: readonly PolicyItem[]
  readonly first: PolicyItem
}

const nothingSent = { amount: '', instalments: '', income: '', since: '' }

function Deciding({ document, purpose, policies, first, onClose }: DecidingProps) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { decisions } = useSession().lastro
  const [, navigate] = useLocation()
  const [policy, setPolicy] = useState(first.name)
  const [sent, setSent] = useState(nothingSent)
  const act = async () => {
    const values = valuesOf(sent)
    const { id } = await decisions.decide(
      { documento: document, policy, values },
      { purpose: purpose as Purpose | undefined },
    )
    navigate(`/decisoes/${id}`)
  }
  const field = (name: keyof typeof nothingSent, wrong: string | undefined, type = 'text') => (
    <TextField
      label={say(name)}
      type={type}
      inputMode={type === 'text' ? 'decimal' : undefined}
      value={sent[name]}
      wrong={wrong}
      onChange={(event) => setSent({ ...sent, [name]: event.target.value })}
    />
  )
  return (
    <ActDialog
      title={say('decideTitle')}
      text={say('decideText')}
      button={say('decide')}
      act={act}
      changes={decisionsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('policy')}
            value={policy}
            wrong={wrong.policy}
            onChange={(event) => setPolicy(event.target.value)}
          >
            {policies.map(({ name, title }) => (
              <option key={name} value={name}>
                {printable(title[language])}
              </option>
            ))}
          </SelectField>
          <DecisionPrice name={policy} />
          <div className="fields">
            {field('amount', wrong['values.amount'])}
            {field('instalments', wrong['values.instalments'])}
            {field('income', wrong['values.income'])}
            {field('since', wrong['values.relationshipSince'], 'date')}
          </div>
        </>
      )}
    </ActDialog>
  )
}

/** What the report that the policy asks for costs, before it is asked for. */
function DecisionPrice({ name }: { readonly name: string }) {
  const say = useSay(decisionWords)
  const { language } = useLanguage()
  const { policies } = useSession().lastro
  const kept = useQuery({ queryKey: [...policiesName, name], queryFn: () => policies.get(name) })
  const { offers } = useOffers()
  const offer = offers?.find(({ product }) => product.code === kept.data?.product)
  if (kept.data === undefined || offer?.terms === undefined) return null
  const { report } = kept.data.policy as Policy
  const price = queryPrice(offer.terms, report.features ?? [])
  const product = offer.product.name[language]
  return (
    <p>
      <strong>
        {price === undefined
          ? say('askedFree', { product })
          : say('asked', { product, price: moneyText(price) })}
      </strong>
    </p>
  )
}

/** What was typed, as the service takes it; what was left empty is not sent. */
const valuesOf = ({ amount, instalments, income, since }: typeof nothingSent): SentValues => ({
  ...(amount.trim() !== '' && { amount: amountOf(amount) }),
  ...(instalments.trim() !== '' && { instalments: Number(instalments) }),
  ...(income.trim() !== '' && { income: amountOf(income) }),
  ...(since !== '' && { relationshipSince: since }),
})
