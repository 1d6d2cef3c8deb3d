import type { OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'

const parts = {
  contract: { word: 'partContract', path: '' },
  keys: { word: 'partKeys', path: '/chaves' },
  people: { word: 'partPeople', path: '/pessoas' },
  usage: { word: 'partUsage', path: '/consumo' },
} as const

type Part = keyof typeof parts
const partNames = Object.keys(parts) as readonly Part[]

type ClientFrameProps = { readonly part: Part; readonly children: (client: OperatorClient) => ReactNode }

/** Who the client is, and the way to each part of it. */
export function ClientFrame({ part, children }: ClientFrameProps) {
  const { id = '' } = useParams()
  const say = useSay(operatorWords)
  const operator = useOperator()
  const client = useQuery({ queryKey: [...clientsName, 'one', id], queryFn: () => operator.client(id) })
  return (
    <Page
      title={say('clientTitle')}
      subject={client.data && printable(client.data.name)}
      acts={
        client.data && (
          <>
            <Link
              className="button"
              href={`/operador/analise?environment=${client.data.environment}&client=${encodeURIComponent(id)}`}
            >
              {say('reviewOf')}
            </Link>
            {client.data.revokedAt === undefined && <Revoke client={client.data} />}
          </>
        )
      }
    >
      <Answered query={client}>
        {(data) => (
          <>
            <ClientSummary client={data} />
            <nav aria-label={say('clientParts')}>
              <ul className="tabs">
                {partNames.map((one) => (
                  <li key={one}>
                    <Link
                      href={`/operador/clientes/${encodeURIComponent(id)}${parts[one].path}`}
                      aria-current={one === part ? 'page' : undefined}
                    >
                      {say(parts[one].word)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            {children(data)}
          </>
        )}
      </Answered>
    </Page>
  )
}

function ClientSummary({ client }: { readonly client: OperatorClient }) {
  const say = useSay(operatorWords)
  return (
    <section className="panel">
      <p>
        <Mark tone={client.environment === 'sandbox' ? 'warn' : 'info'}>{say(client.environment)}</Mark>{' '}
        {client.revokedAt !== undefined && <Mark tone="bad">{say('revoked')}</Mark>}
      </p>
      <Facts
        facts={[
          {
            label: say('clientId'),
            value: (
              <span className="copied">
                <span className="code">{client.id}</span> <CopyButton text={client.id} />
              </span>
            ),
          },
          { label: say('createdAt'), value: instantOf(client.createdAt) },
          { label: say('contractVersion'), value: String(client.contractVersion) },
          { label: say('revokedAt'), value: client.revokedAt && instantOf(client.revokedAt) },
        ]}
      />
    </section>
  )
}

/** There is no way back: the name is typed before it is done. */
function Revoke({ client }: { readonly client: OperatorClient }) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => setIsAsking(false)
  const name = printable(client.name)
  const isRight = printable(typed) === name
  return (
    <>
      <button type="button" className="danger" onClick={() => setIsAsking(true)}>
        {say('revoke')}
      </button>
      {isAsking && (
        <ActDialog
          title={say('revoke')}
          text={say('revokeText', { name })}
          button={say('revoke')}
          isDanger
          isReady={isRight}
          act={() => operator.revokeClient(client.id)}
          changes={clientsName}
          onDone={close}
          onClose={close}
        >
          <TextField
            label={say('typeName')}
            help={say('typeNameHelp', { name })}
            required
            autoComplete="off"
            value={typed}
            wrong={typed !== '' && !name.startsWith(printable(typed)) ? say('namesDiffer') : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </ActDialog>
      )}
    </>
  )
}
