import type {
  FileConsultation,
  FileListing,
  FilePublicData,
  PersonFile,
  PersonFileRequest,
} from '@lastro/contract/person/person-file.ts'
import { publicSections } from '@lastro/contract/person/public-sections.ts'
import { outlineSection } from '@lastro/reading/outline-section.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { dateText, documentText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { mayDispute } from '@lastro/rules/listings/may-dispute.ts'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { StateMark } from '../../creditor/state-mark.tsx'
import { Facts } from '../../parts/facts.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { ReportTable } from '../../report/report-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { RequestTable } from './request-list.tsx'

type FileViewProps = {
  readonly file: PersonFile
  readonly asked: PersonFileRequest
  readonly onChanged: () => void
}

/** A file as the operator sees it: what is held, and what may be asked for on the person's behalf. */
export function FileView({ file, asked, onChanged }: FileViewProps) {
  const say = useSay(personWords)
  const [disputed, setDisputed] = useState<FileListing>()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const done = () => {
    setDisputed(undefined)
    setIsCorrecting(false)
    onChanged()
  }
  return (
    <>
      <section className="panel">
        <h2>{documentText(file.documento)}</h2>
        <p>{say('given', { at: instantOf(file.access.givenAt), by: dateText(file.access.completeBy) })}</p>
        <Registration file={file} />
        <div className="acts">
          <button type="button" onClick={() => setIsCorrecting(true)}>
            {say('correct')}
          </button>
          <LetterButton asked={asked} />
        </div>
      </section>
      <Listings file={file} onDispute={setDisputed} />
      <Loaded file={file} />
      {file.publicData.map((one) => (
        <PublicData key={one.source.name} of={one} />
      ))}
      <Consultations file={file} />
      <section>
        <h2>{say('requestsOf')}</h2>
        <RequestTable requests={file.requests} caption={say('requestsOf')} />
      </section>
      {disputed !== undefined && (
        <DisputeDialog
          listing={disputed}
          asked={asked}
          onDone={done}
          onClose={() => setDisputed(undefined)}
        />
      )}
      {isCorrecting && (
        <CorrectionDialog file={file} asked={asked} onDone={done} onClose={() => setIsCorrecting(false)} />
      )}
    </>
  )
}

/** The letter is a file of its own, given anew: it is one more act on record. */
function LetterButton({ asked }: Pick<FileViewProps, 'asked'>) {
  const say = useSay(personWords)
  const operator = useOperator()
  const letter = useMutation({
    mutationFn: async () => saveFile('arquivo.pdf', await operator.personLetter(asked)),
  })
  return (
    <>
      <BusyButton type="button" isBusy={letter.isPending} onClick={() => letter.mutate()}>
        {say('letter')}
      </BusyButton>
      {letter.isError && <ProblemNotice error={letter.error} />}
    </>
  )
}

function Registration({ file: { registration } }: Pick<FileViewProps, 'file'>) {
  const say = useSay(personWords)
  const { consumerName, companyName, birthDate } = registration?.data ?? {}
  const name = consumerName ?? companyName
  return (
    <>
      <h3>{say('registration')}</h3>
      {registration === undefined ? (
        <p className="empty">{say('none')}</p>
      ) : (
        <Facts
          facts={[
            { label: say('name'), value: name && printable(name) },
            { label: say('birthDate'), value: birthDate && dateText(birthDate) },
            { label: say('source'), value: registration.source.text },
          ]}
        />
      )}
    </>
  )
}

type ListingsProps = Pick<FileViewProps, 'file'> & { readonly onDispute: (listing: FileListing) => void }

function Listings({ file, onDispute }: ListingsProps) {
  const say = useSay(personWords)
  return (
    <section>
      <h2>{say('listings')}</h2>
      {file.listings.length === 0 ? (
        <p className="empty">{say('none')}</p>
      ) : (
        <DataTable
          caption={say('listings')}
          rows={file.listings}
          rowKey={({ listing }) => listing.id}
          columns={[
            { label: say('creditor'), cell: ({ listing }) => printable(listing.creditorName ?? '') },
            { label: say('state'), cell: ({ listing }) => <StateMark listing={listing} /> },
            { label: say('amount'), isFigure: true, cell: ({ listing }) => moneyText(listing.amount) },
            { label: say('dueDate'), isFixed: true, cell: ({ listing }) => dateText(listing.dueDate) },
            {
              label: say('acts'),
              cell: (row) =>
                mayDispute(row.listing) && (
                  <button type="button" onClick={() => onDispute(row)}>
                    {say('dispute')}
                  </button>
                ),
            },
          ]}
        />
      )}
    </section>
  )
}

function Loaded({ file: { loaded } }: Pick<FileViewProps, 'file'>) {
  const say = useSay(personWords)
  const rows = [
    ...loaded.debts.map((one) => ({ ...one, kind: say('debt') })),
    ...loaded.cheques.map((one) => ({ ...one, kind: say('cheque') })),
    ...loaded.protests.map((one) => ({ ...one, kind: say('protest') })),
  ].map((one, at) => ({ ...one, key: String(at) }))
  return (
    <section>
      <h2>{say('loaded')}</h2>
      {rows.length === 0 ? (
        <p className="empty">{say('none')}</p>
      ) : (
        <DataTable
          caption={say('loaded')}
          rows={rows}
          rowKey={(row) => row.key}
          columns={[
            { label: say('kind'), cell: (row) => row.kind },
            { label: say('date'), isFixed: true, cell: (row) => dateText(row.occurrenceDate) },
            { label: say('amount'), isFigure: true, cell: (row) => row.amount && moneyText(row.amount) },
            { label: say('shownUntil'), isFixed: true, cell: (row) => dateText(row.shownUntil) },
          ]}
        />
      )}
    </section>
  )
}

/** What a public register says of a company, in the words of a report. */
function PublicData({ of: { source, date, report } }: { readonly of: FilePublicData }) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  const read = publicSections.flatMap((id) => outlineSection(id, report, { language, meta: {} }) ?? [])
  return (
    <section className="panel">
      <h2>{say('publicData', { name: source.text })}</h2>
      <p>
        {date === undefined ? say('publicDataUnavailable') : say('publicDataOf', { day: dateText(date) })}
      </p>
      {date !== undefined && read.length === 0 && <p className="empty">{say('none')}</p>}
      {read.map(({ id, heading, facts, tables }) => (
        <Fragment key={id}>
          <h3>{heading}</h3>
          <Facts facts={facts} />
          {tables.map((table, at) => (
            <ReportTable
              key={table.caption ?? at}
              table={table}
              heading={heading}
              askAlso={() => undefined}
            />
          ))}
        </Fragment>
      ))}
    </section>
  )
}

type DecisionProps = { readonly decision: NonNullable<FileConsultation['decision']> }

/** What was decided by a policy, and by which number whoever decided finds it. */
function Decision({ decision: { id, outcome, reviewed } }: DecisionProps) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  const text = outcomeWords[outcome][language]
  return (
    <>
      {reviewed ? say('decisionReviewed', { outcome: text }) : text}{' '}
      <small className="muted">{say('decisionNumber', { id })}</small>
    </>
  )
}

function Consultations({ file: { consultations } }: Pick<FileViewProps, 'file'>) {
  const say = useSay(personWords)
  const heading = say('consultations', { day: dateText(consultations.from) })
  const rows = consultations.all.map((one, at) => ({ ...one, key: String(at) }))
  return (
    <section>
      <h2>{heading}</h2>
      {rows.length === 0 ? (
        <p className="empty">{say('noConsultations')}</p>
      ) : (
        <DataTable
          caption={heading}
          rows={rows}
          rowKey={(row) => row.key}
          columns={[
            { label: say('who'), cell: (row) => printable(row.clientName ?? row.clientId) },
            { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
            { label: say('purpose'), cell: (row) => row.purpose.text },
            { label: say('decision'), cell: (row) => row.decision && <Decision decision={row.decision} /> },
          ]}
        />
      )}
    </section>
  )
}
