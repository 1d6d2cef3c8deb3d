import type { ClientKey, OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'
import { ClientFrame } from './client-frame.tsx'

type Open = 'rotate' | 'secret' | ClientKey

/** The keys and the secret of a client: how each begins and ends, never the whole. */
export const KeysPage = () => <ClientFrame part="keys">{(client) => <Keys client={client} />}</ClientFrame>

function Keys({ client }: { readonly client: OperatorClient }) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [open, setOpen] = useState<Open>()
  const { id } = client
  const keys = useQuery({ queryKey: [...clientsName, 'keys', id], queryFn: () => operator.keys(id) })
  const close = () => setOpen(undefined)
  const isAlive = client.revokedAt === undefined
  return (
    <>
      <section>
        <div className="page-head">
          <h2>{say('keysTitle')}</h2>
          {isAlive && (
            <button type="button" className="main" onClick={() => setOpen('rotate')}>
              {say('rotateKey')}
            </button>
          )}
        </div>
        <Answered query={keys}>
          {(data) =>
            data.length === 0 ? (
              <p className="empty">{say('noKeys')}</p>
            ) : (
              <KeyTable keys={data} onEnd={setOpen} />
            )
          }
        </Answered>
      </section>
      <section className="panel">
        <h2>{say('secretTitle')}</h2>
        <p>{say('secretText')}</p>
        {isAlive && (
          <div className="acts">
            <button type="button" onClick={() => setOpen('secret')}>
              {say('newSecret')}
            </button>
          </div>
        )}
      </section>
      {open === 'rotate' && <RotateKey id={id} onClose={close} />}
      {open === 'secret' && <NewSecret id={id} onClose={close} />}
      {typeof open === 'object' && (
        <ActDialog
          title={say('endKeyTitle')}
          text={say('endKeyText', { hint: open.hint })}
          button={say('endKey')}
          isDanger
          act={() => operator.endKey(id, open.id)}
          changes={clientsName}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

type KeyTableProps = { readonly keys: readonly ClientKey[]; readonly onEnd: (key: ClientKey) => void }

function KeyTable({ keys, onEnd }: KeyTableProps) {
  const say = useSay(operatorWords)
  return (
    <DataTable
      caption={say('keysTitle')}
      rows={keys}
      rowKey={(row) => row.id}
      columns={[
        { label: say('key'), isFixed: true, cell: (row) => <span className="code">{row.hint}</span> },
        {
          label: say('state'),
          isFixed: true,
          cell: ({ active }) => (
            <Mark tone={active ? 'good' : 'quiet'}>{say(active ? 'keyWorks' : 'keyEnded')}</Mark>
          ),
        },
        { label: say('createdAt'), isFixed: true, cell: (row) => instantOf(row.createdAt) },
        { label: say('keyEnds'), isFixed: true, cell: (row) => row.expiresAt && instantOf(row.expiresAt) },
        {
          label: say('acts'),
          cell: (row) =>
            row.active && (
              <div className="acts tight">
                <button type="button" className="plain" onClick={() => onEnd(row)}>
                  {say('endKey')}
                </button>
              </div>
            ),
        },
      ]}
    />
  )
}

const overlaps = {
  0: 'overlapNone',
  60: 'overlapHour',
  1440: 'overlapDay',
  10080: 'overlapWeek',
  43200: 'overlapMonth',
} as const

type OfClient = { readonly id: string; readonly onClose: () => void }

function RotateKey({ id, onClose }: OfClient) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [minutes, setMinutes] = useState('1440')
  const make = async () => {
    const { apiKey } = await operator.rotateKey(id, Number(minutes))
    return [{ label: say('apiKey'), value: apiKey }]
  }
  return (
    <SecretDialog
      title={say('rotateKey')}
      text={say('rotateKeyText')}
      button={say('rotateKey')}
      make={make}
      changes={clientsName}
      onClose={onClose}
    >
      <SelectField
        label={say('overlap')}
        value={minutes}
        onChange={(event) => setMinutes(event.target.value)}
      >
        {Object.entries(overlaps).map(([value, word]) => (
          <option key={value} value={value}>
            {say(word)}
          </option>
        ))}
      </SelectField>
    </SecretDialog>
  )
}

function NewSecret({ id, onClose }: OfClient) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const make = async () => {
    const { clientSecret } = await operator.renewSecret(id)
    return [{ label: say('clientSecret'), value: clientSecret }]
  }
  return (
    <SecretDialog
      title={say('newSecret')}
      text={say('secretText')}
      button={say('newSecret')}
      make={make}
      changes={clientsName}
      onClose={onClose}
    />
  )
}
