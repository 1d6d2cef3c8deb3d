import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { checkDocument } from '../../parts/forms/document-check.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { SecretDialog } from '../../parts/forms/secret-dialog.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page.tsx'
import { operatorWords } from '../../words/operator.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'
import { EnvironmentField } from './environment-field.tsx'

type Filter = { readonly name?: string | undefined; readonly environment?: Environment | undefined }

/** Who uses the service. */
export function ClientsPage() {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [filter, setFilter] = useState<Filter>({})
  const [isCreating, setIsCreating] = useState(false)
  const pages = usePages([...clientsName, 'list', filter], (cursor) =>
    operator.clients({ ...filter, cursor }),
  )
  const isFiltered = filter.name !== undefined || filter.environment !== undefined
  return (
    <Page
      title={say('clientsTitle')}
      lede={say('clientsLede')}
      acts={
        <button type="button" className="main" onClick={() => setIsCreating(true)}>
          {say('newClient')}
        </button>
      }
    >
      <Filters onFilter={setFilter} />
      <Listed pages={pages} empty={say(isFiltered ? 'noneFound' : 'noClients')}>
        {(items) => <ClientTable items={items} />}
      </Listed>
      {isCreating && <NewClient onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

function Filters({ onFilter }: { readonly onFilter: (filter: Filter) => void }) {
  const say = useSay(operatorWords)
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<Environment>()
  // What is searched for goes in an address, where a document must not be.
  const isDocument = checkDocument(name).kind === 'document'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isDocument) onFilter({ name: name.trim() || undefined, environment })
  }
  return (
    <form className="filters" onSubmit={submit}>
      <TextField
        label={say('name')}
        help={say('nameSearchHelp')}
        type="search"
        maxLength={200}
        data-page-field
        value={name}
        wrong={isDocument ? say('searchIsByName') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <EnvironmentField value={environment} onChoose={setEnvironment}>
        <option value="">{say('anyEnvironment')}</option>
      </EnvironmentField>
      <div className="acts">
        <button type="submit">{say('search')}</button>
      </div>
    </form>
  )
}

function ClientTable({ items }: { readonly items: readonly OperatorClient[] }) {
  const say = useSay(operatorWords)
  return (
    <DataTable
      caption={say('clientsTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('name'),
          cell: (row) => (
            <Link href={`/operador/clientes/${encodeURIComponent(row.id)}`}>{printable(row.name)}</Link>
          ),
        },
        { label: say('environment'), isFixed: true, cell: (row) => say(row.environment) },
        {
          label: say('state'),
          isFixed: true,
          cell: ({ revokedAt }) => (
            <Mark tone={revokedAt === undefined ? 'good' : 'bad'}>
              {say(revokedAt === undefined ? 'active' : 'revoked')}
            </Mark>
          ),
        },
        { label: say('createdAt'), isFixed: true, cell: (row) => instantOf(row.createdAt) },
        { label: say('clientId'), isFixed: true, cell: (row) => <span className="code">{row.id}</span> },
      ]}
    />
  )
}

function NewClient({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<Environment>('production')
  const make = async () => {
    const { client, clientSecret, apiKey } = await operator.createClient({ name: name.trim(), environment })
    return [
      { label: say('clientId'), value: client.id },
      { label: say('clientSecret'), value: clientSecret },
      { label: say('apiKey'), value: apiKey },
    ]
  }
  return (
    <SecretDialog
      title={say('newClient')}
      text={say('newClientText')}
      button={say('create')}
      make={make}
      changes={clientsName}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={say('name')}
            help={say('clientNameHelp')}
            maxLength={200}
            required
            autoComplete="off"
            value={name}
            wrong={wrong.name}
            onChange={(event) => setName(event.target.value)}
          />
          <EnvironmentField
            value={environment}
            onChoose={(chosen) => setEnvironment(chosen ?? environment)}
          />
        </>
      )}
    </SecretDialog>
  )
}
