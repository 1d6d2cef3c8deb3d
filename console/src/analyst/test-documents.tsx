import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { scenarioText } from '../voice/scenario-text.ts'
import { testDocumentWords } from '../words/analyst/test-documents.ts'

/** Whom the sandbox knows, folded away until somebody wants to see. */
export function TestDocuments({ onUse }: { readonly onUse: (document: string) => void }) {
  const say = useSay(testDocumentWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const { data = [] } = useQuery({
    queryKey: ['test documents', language],
    queryFn: () => lastro.sandbox.documents(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details>
      <summary>{say('testDocuments')}</summary>
      <p className="muted">{say('testDocumentsHelp')}</p>
      <DataTable
        caption={say('testDocuments')}
        rows={data}
        rowKey={(row) => row.documento}
        columns={[
          {
            label: say('document'),
            isFixed: true,
            cell: ({ documento }) => (
              <button type="button" className="plain" onClick={() => onUse(documentText(documento))}>
                {documentText(documento)}
              </button>
            ),
          },
          { label: say('name'), cell: (row) => row.name && printable(row.name) },
          { label: say('scenario'), cell: (row) => scenarioText(row.title, language) },
          { label: say('shows'), cell: (row) => scenarioText(row.shows, language) },
        ]}
      />
    </details>
  )
}
