import type { VersionedContract } from '@lastro/contract/operator/operator-clients.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { useUnsaved } from '../../parts/forms/unsaved.ts'
import { useWrongFields } from '../../parts/forms/use-wrong-fields.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { ClientFrame } from '../clients/client-frame.tsx'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'
import { contractChanges } from './contract-changes.ts'
import { ContractCoverage } from './contract-coverage.tsx'
import { contractOf, draftOf } from './contract-draft.ts'
import { CreditorFields } from './creditor-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { TierFields } from './tier-fields.tsx'

/** What a client may do. */
export const ContractPage = () => (
  <ClientFrame part="contract">
    {({ id, revokedAt }) => (
      <>
        <ContractCoverage id={id} />
        <Contract id={id} isAlive={revokedAt === undefined} />
      </>
    )}
  </ClientFrame>
)

type ContractProps = { readonly id: string; readonly isAlive: boolean }

function Contract({ id, isAlive }: ContractProps) {
  const operator = useOperator()
  const [readCount, setReadCount] = useState(0)
  const contract = useQuery({
    queryKey: [...clientsName, 'contract', id],
    queryFn: () => operator.contract(id),
    // A form begins with what stands there now, not with what did a while ago.
    gcTime: 0,
  })
  const readAgain = async () => {
    await contract.refetch()
    setReadCount(readCount + 1)
  }
  return (
    <Answered query={contract}>
      {(data) => (
        <ContractForm
          key={readCount}
          id={id}
          isAlive={isAlive}
          read={data}
          onReadAgain={() => void readAgain()}
        />
      )}
    </Answered>
  )
}

type ContractFormProps = ContractProps & {
  readonly read: VersionedContract
  readonly onReadAgain: () => void
}

function ContractForm({ id, isAlive, read, onReadAgain }: ContractFormProps) {
  const say = useSay(contractWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const queries = useQueryClient()
  // What was typed over: a newer version that is read meanwhile is not overwritten unseen.
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read.contract))
  const { contract, wrong: unreadable } = contractOf(draft)
  const changes = contractChanges(base.contract, contract, language)
  const save = useMutation({
    mutationFn: () => operator.setContract(id, base.version, contract),
    onSuccess: (saved) => {
      setBase(saved)
      setDraft(draftOf(saved.contract))
      return queries.invalidateQueries({ queryKey: clientsName })
    },
  })
  useUnsaved(changes.length > 0 || unreadable.length > 0)
  const fields = { draft, onChange: setDraft, wrong: useWrongFields(save.error), unreadable }
  const undo = () => {
    save.reset()
    setDraft(draftOf(base.contract))
  }
  return (
    <form className="contract" onSubmit={(event) => event.preventDefault()}>
      <p className="muted">{say('lede')}</p>
      <nav aria-label={say('sections')}>
        <ul className="tabs">
          {sections.map((word) => (
            <li key={word}>
              <a href={`#${word}`}>{say(word)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Section word="access">
        <ScopeFields {...fields} />
        <SourceFields {...fields} />
      </Section>
      <Section word="limits">
        <LimitFields {...fields} />
      </Section>
      <Section word="prices">
        <PriceFields {...fields} />
        <TierFields {...fields} />
      </Section>
      <Section word="creditors">
        <CreditorFields {...fields} known={base.contract.creditors ?? []} />
      </Section>
      {isAlive && (
        <SaveBar
          changes={changes}
          unreadable={unreadable}
          isSaving={save.isPending}
          error={save.error}
          savedVersion={save.isSuccess && changes.length === 0 ? base.version : undefined}
          onSave={() => save.mutate()}
          onUndo={undo}
          onReadAgain={onReadAgain}
        />
      )}
    </form>
  )
}

const sections = ['access', 'limits', 'prices', 'creditors'] as const

type SectionProps = { readonly word: (typeof sections)[number]; readonly children: ReactNode }

/** A part of the contract, to which the list at the head leads. */
function Section({ word, children }: SectionProps) {
  const say = useSay(contractWords)
  return (
    <section className="panel" id={word} aria-labelledby={`${word}-title`}>
      <h2 id={`${word}-title`}>{say(word)}</h2>
      {children}
    </section>
  )
}
