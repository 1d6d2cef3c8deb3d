import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { type DocumentNumber, maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { ReactNode, RefObject } from 'react'
import { digitsAndLetters } from '../parts/forms/form-values.ts'
import { SeverityMark } from '../parts/marks/severity-mark.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

type ReportHeadProps = {
  readonly outline: ReportOutline
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** Left out where the report is only read, such as beside another. */
  readonly acts?: ReactNode
}

/** Who the report is about, as of when and by whom. It stays on screen for as long as the rest is read: masked. */
export function ReportHead({ outline, heading, acts }: ReportHeadProps) {
  const say = useSay(reportWords)
  const { title, subject, askedAt, sources } = outline
  const { severity, text = say('statusUnknown') } = subject.status
  return (
    <header className="report-head">
      <div className="report-who">
        <p className="kicker">{title}</p>
        <h1 ref={heading} tabIndex={-1} title={subject.name}>
          <bdi>{subject.name}</bdi>
        </h1>
        <p className="report-id">
          <span className="number">
            {subject.documentType} {maskDocument(digitsAndLetters(subject.document) as DocumentNumber)}
          </span>
          <SeverityMark severity={severity}>{text}</SeverityMark>
        </p>
        <p className="report-of">
          {[askedAt, ...(sources.length > 0 ? [say('sources', { sources: sources.join(' · ') })] : [])].join(
            ' · ',
          )}
        </p>
      </div>
      {acts !== undefined && <div className="acts">{acts}</div>}
    </header>
  )
}
