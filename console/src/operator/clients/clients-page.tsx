import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { OperatorClient } from '@lastro/contract/operator/operator-clients.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { type FormEvent, useState } from 'react'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { useFilter } from '../../parts/filters/use-filter.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'
import { ClientLink } from './client-link.tsx'
import { EnvironmentField } from './environment-field.tsx'

const filterNames = ['name', 'environment'] as const
type Filter = { readonly [Name in (typeof filterNames)[number]]?: string | undefined }

const environmentOf = (text: string | undefined): Environment | undefined =>
  text === 'production' || text === 'sandbox' ? text : undefined

/** Who uses the service. What they are looked for by is in the address. */
export function ClientsPage() {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const { filter, setFilter } = useFilter(filterNames)
  const [isCreating, setIsCreating] = useState(false)
  const { name } = filter
  const environment = environmentOf(filter.environment)
  const pages = usePages([...clientsName, 'list', name, environment], (cursor, limit) =>
    operator.clients({ name, environment, cursor, limit }),
  )
  const isFiltered = name !== undefined || environment !== undefined
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
      <Filters filter={filter} onFilter={setFilter} />
      <Clients pages={pages} empty={say(isFiltered ? 'noneFound' : 'noClients')} />
      {isCreating && <NewClient onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

type FiltersProps = { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }

function Filters({ filter, onFilter }: FiltersProps) {
  const say = useSay(operatorWords)
  const [name, setName] = useState(filter.name ?? '')
  const [environment, setEnvironment] = useState(environmentOf(filter.environment))
  // What is searched for goes in an address, where a document must not be.
  const isDocument = holdsDocument(name)
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

type ClientsProps = { readonly pages: Pages<OperatorClient>; readonly empty: string }

function Clients({ pages, empty }: ClientsProps) {
  const say = useSay(operatorWords)
  const stateOf = ({ revokedAt }: OperatorClient) => say(revokedAt === undefined ? 'active' : 'revoked')
  return (
    <List
      caption={say('clientsTitle')}
      pages={pages}
      empty={empty}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'name',
          label: say('name'),
          text: (row) => printable(row.name),
          cell: (row) => <ClientLink id={row.id} name={row.name} />,
        },
        { id: 'environment', label: say('environment'), isFixed: true, text: (row) => say(row.environment) },
        {
          id: 'state',
          label: say('state'),
          isFixed: true,
          isTallied: true,
          text: stateOf,
          cell: (row) => <Mark tone={row.revokedAt === undefined ? 'good' : 'bad'}>{stateOf(row)}</Mark>,
        },
        { id: 'created', label: say('createdAt'), instant: (row) => row.createdAt },
        {
          id: 'id',
          label: say('clientId'),
          isFixed: true,
          text: (row) => row.id,
          cell: (row) => <span className="code">{row.id}</span>,
        },
      ]}
    />
  )
}

function NewClient({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<Environment>()
  const make = async () => {
    // The form is not sent before it is chosen: nobody gets keys of production by not looking.
    if (environment === undefined) throw new Error('No environment')
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
          <EnvironmentField value={environment} onChoose={setEnvironment} required>
            <option value="">{say('chooseEnvironment')}</option>
          </EnvironmentField>
        </>
      )}
    </SecretDialog>
  )
}
