import { isProblem } from '@lastro/client/problem.ts'
import type { VersionedContract } from '@lastro/contract/operator/operator-clients.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { wrongFields } from '../../parts/forms/form-values.ts'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/contract.ts'
import { ClientFrame } from '../clients/client-frame.tsx'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'
import { contractOf, draftOf } from './contract-draft.ts'
import { CreditorFields } from './creditor-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { TierFields } from './tier-fields.tsx'

/** What a client may do. */
export const ContractPage = () => (
  <ClientFrame part="contract">
    {({ id, revokedAt }) => <Contract id={id} isAlive={revokedAt === undefined} />}
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
  const operator = useOperator()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(read.contract))
  // The version that was typed over: a newer one that is read meanwhile is not overwritten unseen.
  const [version, setVersion] = useState(read.version)
  const { contract, wrong: unreadable } = contractOf(draft)
  const save = useMutation({
    mutationFn: () => operator.setContract(id, version, contract),
    onSuccess: (saved) => {
      setVersion(saved.version)
      return queries.invalidateQueries({ queryKey: clientsName })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unreadable.length === 0) save.mutate()
  }
  const fields = { draft, onChange: setDraft, wrong: wrongFields(save.error), unreadable }
  return (
    <form className="panel" onSubmit={submit}>
      <p className="muted">{say('lede')}</p>
      <ScopeFields {...fields} />
      <LimitFields {...fields} />
      <PriceFields {...fields} />
      <TierFields {...fields} />
      <CreditorFields {...fields} />
      {save.isSuccess && <Notice tone="good">{say('saved', { version })}</Notice>}
      {isProblem(save.error, 'contract_changed') ? (
        <Notice tone="bad">
          <p>{say('conflict')}</p>
          <button type="button" onClick={onReadAgain}>
            {say('reload')}
          </button>
        </Notice>
      ) : (
        save.isError && <ProblemNotice error={save.error} />
      )}
      {isAlive && (
        <div className="acts">
          <BusyButton className="main" isBusy={save.isPending}>
            {say('save')}
          </BusyButton>
        </div>
      )}
    </form>
  )
}
