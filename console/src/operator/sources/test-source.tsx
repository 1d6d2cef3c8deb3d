import { type CallFault, callFaults } from '@lastro/contract/operator/call-faults.ts'
import type {
  DeclaredSource,
  SourceTestResult,
  TestedSection,
} from '@lastro/contract/operator/declared-sources.ts'
import { type SourceFault, sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import { readingOf } from '@lastro/reading/section-readings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { useOperator } from '../operations.ts'
import { sourcesName } from '../operator-names.ts'

type TestSourceProps = { readonly source: DeclaredSource; readonly onClose: () => void }

/** Asks one document of a source, and shows section by section what was understood. */
export function TestSource({ source: { id, name }, onClose }: TestSourceProps) {
  const say = useSay(sourceWords)
  const sayShell = useSay(shellWords)
  const operator = useOperator()
  const queries = useQueryClient()
  const [document, setDocument] = useState('')
  const testing = useMutation({
    mutationFn: () => operator.testSource(id, document),
    onSettled: () => queries.invalidateQueries({ queryKey: sourcesName }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    testing.mutate()
  }
  return (
    <Dialog title={`${say('test')}: ${name}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{say('testText')}</p>
        <DocumentField label={say('document')} required value={document} onText={setDocument} />
        {testing.isError && <ProblemNotice error={testing.error} />}
        {testing.isSuccess && <Tested result={testing.data} />}
        <div className="acts">
          <button type="button" onClick={onClose}>
            {sayShell('close')}
          </button>
          <BusyButton className="main" isBusy={testing.isPending}>
            {say('test')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}

function Tested({ result: { fault, tookMs, sections } }: { readonly result: SourceTestResult }) {
  const say = useSay(sourceWords)
  const { language } = useLanguage()
  return (
    <>
      {fault !== undefined && <Notice tone="warn">{callFaults[fault as CallFault][language]}</Notice>}
      <DataTable
        caption={say('understood')}
        rows={sections}
        rowKey={(row) => row.section}
        columns={[
          { label: say('section'), isFixed: true, cell: (row) => readingOf(row.section).heading[language] },
          { label: say('outcome'), isFixed: true, cell: (row) => say(row.outcome) },
          { label: say('understood'), cell: (row) => <Understood section={row} /> },
        ]}
      />
      <p className="muted small">{say('took', { ms: tookMs })}</p>
    </>
  )
}

function Understood({ section: { code, content } }: { readonly section: TestedSection }) {
  const { language } = useLanguage()
  if (code !== undefined) return sourceFaults[code as SourceFault][language]
  return content === undefined ? null : <pre className="small">{JSON.stringify(content, null, 2)}</pre>
}
