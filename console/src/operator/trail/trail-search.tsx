import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { TrailSearchRequest } from '@lastro/contract/operator/operator-trail.ts'
import { type FormEvent, useState } from 'react'
import { checkDocument } from '../../parts/forms/document-check.ts'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { trailWords } from '../../words/operator/trail.ts'
import { environmentNow, keepEnvironment } from '../clients/chosen-environment.ts'
import { ClientField } from '../clients/client-field.tsx'
import { EnvironmentField } from '../clients/environment-field.tsx'

/** What is looked for. It goes in the body of a request, and into no address. */
export function TrailSearch({ onSearch }: { readonly onSearch: (asked: TrailSearchRequest) => void }) {
  const say = useSay(trailWords)
  const [environment, setEnvironment] = useState<Environment>(() => environmentNow(undefined))
  const [clientId, setClientId] = useState<string>()
  const [text, setText] = useState('')
  const [typed, setTyped] = useState({ from: '', until: '', requestId: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const check = checkDocument(text)
    if (check.kind !== 'empty' && check.kind !== 'document') return
    onSearch({
      environment,
      ...(check.kind === 'document' && { documento: check.document }),
      ...(clientId !== undefined && { clientId }),
      ...(typed.requestId.trim() !== '' && { requestId: typed.requestId.trim() }),
      ...(typed.from !== '' && { from: instantAt(typed.from) }),
      ...(typed.until !== '' && { until: instantAt(typed.until) }),
    })
  }
  const field = (name: keyof typeof typed, type: string) => (
    <TextField
      label={say(name)}
      type={type}
      autoComplete="off"
      {...(name === 'requestId' ? { maxLength: 64 } : { help: say('timesHelp') })}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <form className="panel" onSubmit={submit}>
      <h2>{say('searchTitle')}</h2>
      <p className="muted">{say('searchLede')}</p>
      <div className="fields">
        <DocumentField label={say('documento')} value={text} onText={setText} data-page-field />
        <EnvironmentField
          value={environment}
          onChoose={(chosen = environment) => {
            keepEnvironment(chosen)
            setEnvironment(chosen)
            setClientId(undefined)
          }}
        />
        <ClientField key={environment} environment={environment} clientId={clientId} onChoose={setClientId} />
        {field('requestId', 'text')}
        {field('from', 'datetime-local')}
        {field('until', 'datetime-local')}
      </div>
      <div className="acts">
        <button type="submit" className="main">
          {say('search')}
        </button>
      </div>
    </form>
  )
}

/** What a field of date and time holds, as an instant in Brasília. */
const instantAt = (typed: string): string => `${typed.length === 16 ? `${typed}:00` : typed}-03:00`
