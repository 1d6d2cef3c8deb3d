import type { PersonFileRequest } from '@lastro/contract/person/person-file.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { checkDocument } from '../../parts/forms/document-check.ts'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useWrongFields } from '../../parts/forms/use-wrong-fields.ts'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { FileView } from './file-view.tsx'
import { RequestList } from './request-list.tsx'

/** What is held of a person or company, opened on its behalf, and what people asked for. */
export function PersonPage() {
  const say = useSay(personWords)
  const operator = useOperator()
  const [asked, setAsked] = useState<PersonFileRequest>()
  // Each opening goes on record: it is done when somebody asks, and never by itself.
  const opening = useMutation({ mutationFn: operator.personFile })
  const wrong = useWrongFields(opening.error)
  const open = (request: PersonFileRequest) => {
    setAsked(request)
    opening.mutate(request)
  }
  return (
    <Page title={say('title')} lede={say('lede')}>
      <AskForm onAsk={open} isBusy={opening.isPending} wrong={wrong} />
      {opening.isError && <ProblemNotice error={opening.error} />}
      {opening.data !== undefined && asked !== undefined && (
        <FileView file={opening.data} asked={asked} onChanged={() => opening.mutate(asked)} />
      )}
      <RequestList />
    </Page>
  )
}

type AskFormProps = {
  readonly onAsk: (request: PersonFileRequest) => void
  readonly isBusy: boolean
  readonly wrong: Readonly<Record<string, string>>
}

function AskForm({ onAsk, isBusy, wrong }: AskFormProps) {
  const say = useSay(personWords)
  const [text, setText] = useState('')
  const [typed, setTyped] = useState({ identity: '', reason: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const check = checkDocument(text)
    if (check.kind !== 'document') return
    onAsk({ documento: check.document, identity: typed.identity.trim(), reason: typed.reason.trim() })
  }
  return (
    <form className="panel" onSubmit={submit}>
      <h2>{say('askTitle')}</h2>
      <div className="fields">
        <DocumentField
          label={say('documento')}
          value={text}
          onText={setText}
          wrong={wrong.documento}
          required
          data-page-field
        />
        <TextField
          label={say('identity')}
          help={say('identityHelp')}
          wrong={wrong.identity}
          value={typed.identity}
          maxLength={200}
          required
          onChange={(event) => setTyped({ ...typed, identity: event.target.value })}
        />
        <TextField
          label={say('reason')}
          wrong={wrong.reason}
          value={typed.reason}
          maxLength={200}
          required
          onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
        />
      </div>
      <div className="acts">
        <BusyButton className="main" isBusy={isBusy}>
          {say('openFile')}
        </BusyButton>
      </div>
    </form>
  )
}
