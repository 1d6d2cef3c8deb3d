import type { PersonRequest } from '@lastro/contract/person/person-requests.ts'
import {
  type AnswerOutcome,
  answerOutcomes,
  correctionSubjects,
  requestKinds,
  requestOutcomes,
  statementLengthMax,
} from '@lastro/contract/person/request-codes.ts'
import { dateText, documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { AreaField, SelectField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { fieldName } from '../../voice/field-names.ts'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { requestsName } from '../operator-names.ts'
import { Standing } from './request-list.tsx'

/** A whole request, with its deadlines, and the answer to it. */
export function RequestPage() {
  const { requestId = '' } = useParams()
  const say = useSay(personWords)
  const operator = useOperator()
  const [isAnswering, setIsAnswering] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const name = ['request', requestId]
  const opened = useQuery({
    queryKey: name,
    queryFn: () => operator.personRequest(requestId),
    // Each reading goes on record: it is not read again but by somebody who asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isOpen = opened.data !== undefined && opened.data.outcome === undefined
  return (
    <Page
      title={say('requestTitle')}
      lede={say('requestLede')}
      acts={
        isOpen &&
        opened.data.kind !== 'access' && (
          <button type="button" className="main" onClick={() => setIsAnswering(true)}>
            {say('answer')}
          </button>
        )
      }
    >
      {isDone && <Notice tone="good">{say('done')}</Notice>}
      <Answered query={opened}>{(request) => <Whole request={request} />}</Answered>
      {isAnswering && (
        <AnswerDialog
          id={requestId}
          name={name}
          onDone={() => {
            setIsAnswering(false)
            setIsDone(true)
          }}
          onClose={() => setIsAnswering(false)}
        />
      )}
    </Page>
  )
}

function Whole({ request }: { readonly request: PersonRequest }) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  const { listingId, subject, outcome } = request
  const said = (text: string | undefined) => text && printable(text)
  return (
    <section className="panel">
      <h2>{requestKinds[request.kind][language]}</h2>
      <Facts
        facts={[
          { label: say('standing'), value: <Standing request={request} /> },
          { label: say('document'), value: documentText(request.document) },
          { label: say('subject'), value: subject && correctionSubjects[subject][language] },
          {
            label: say('field'),
            value: request.field && (fieldName(request.field, language) ?? said(request.field)),
          },
          { label: say('statement'), value: said(request.statement) },
          { label: say('reason'), value: said(request.reason) },
          { label: say('identity'), value: said(request.identity) },
          { label: say('openedAt'), value: instantOf(request.openedAt) },
          {
            label: say('openedBy'),
            value: request.channel === 'person' ? say('byPerson') : said(request.openedBy),
          },
          { label: say('due'), value: dateText(request.dueOn) },
          { label: say('answerBy'), value: request.answerBy && dateText(request.answerBy) },
          { label: say('markedAt'), value: request.overdueMarkedAt && instantOf(request.overdueMarkedAt) },
          { label: say('outcome'), value: outcome && requestOutcomes[outcome][language] },
          { label: say('answerText'), value: said(request.answer) },
          { label: say('answeredAt'), value: request.answeredAt && instantOf(request.answeredAt) },
        ]}
      />
      {listingId !== undefined && (
        <p>
          <Link href={`/operador/analise/${encodeURIComponent(listingId)}`}>{say('seeListing')}</Link>
        </p>
      )}
    </section>
  )
}

type AnswerDialogProps = {
  readonly id: string
  /** The name that the request was read by. */
  readonly name: readonly unknown[]
  readonly onDone: () => void
  readonly onClose: () => void
}

function AnswerDialog({ id, name, onDone, onClose }: AnswerDialogProps) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<AnswerOutcome>('corrected')
  const [answer, setAnswer] = useState('')
  const send = async () => {
    // The answer is the request as it now stands: reading it again would go on record again.
    queries.setQueryData(name, await operator.answerRequest(id, { outcome, answer }))
  }
  return (
    <ActDialog
      title={say('answer')}
      text={say('answerHelp')}
      button={say('answer')}
      act={send}
      changes={requestsName}
      onDone={onDone}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('outcome')}
            wrong={wrong.outcome}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value as AnswerOutcome)}
          >
            {answerOutcomes.map((one) => (
              <option key={one} value={one}>
                {requestOutcomes[one][language]}
              </option>
            ))}
          </SelectField>
          <AreaField
            label={say('answerText')}
            wrong={wrong.answer}
            value={answer}
            maxLength={statementLengthMax}
            required
            onChange={(event) => setAnswer(event.target.value)}
          />
        </>
      )}
    </ActDialog>
  )
}
