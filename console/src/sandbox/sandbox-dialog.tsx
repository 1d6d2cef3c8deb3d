import { documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useKeepDraft } from '../analyst/query-draft.ts'
import { Answered } from '../parts/answered.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { scenarioText } from '../voice/scenario-text.ts'
import { sandboxWords } from '../words/shell/sandbox.ts'
import { shellWords } from '../words/shell/shell.ts'
import { MoveClock } from './move-clock.tsx'

type SandboxDialogProps = { readonly now: string | undefined; readonly onClose: () => void }

/** The clock of the sandbox, and whom it knows. */
export function SandboxDialog({ now, onClose }: SandboxDialogProps) {
  const say = useSay(sandboxWords)
  const sayShell = useSay(shellWords)
  const { user } = useSession()
  return (
    <Dialog title={say('title')} onClose={onClose}>
      <p className="muted">{say('lede')}</p>
      {now !== undefined && (
        <p>
          <strong>{say('now', { at: instantOf(now) })}</strong>
        </p>
      )}
      <MoveClock />
      {user.roles.includes('analyst') && <KnownDocuments onChosen={onClose} />}
      <div className="acts">
        <button type="button" onClick={onClose}>
          {sayShell('close')}
        </button>
      </div>
    </Dialog>
  )
}

/** One click puts a document into the query, where the price is said before anything is asked. */
function KnownDocuments({ onChosen }: { readonly onChosen: () => void }) {
  const say = useSay(sandboxWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const keep = useKeepDraft()
  const [, navigate] = useLocation()
  const query = useQuery({
    queryKey: ['test documents', language],
    queryFn: () => lastro.sandbox.documents(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const use = (documento: string) => {
    keep({ text: documentText(documento) })
    onChosen()
    navigate('/consulta')
  }
  return (
    <>
      <h3>{say('documents')}</h3>
      <Answered query={query}>
        {(documents) => (
          <DataTable
            caption={say('documents')}
            rows={documents}
            rowKey={(row) => row.documento}
            columns={[
              {
                label: say('document'),
                isFixed: true,
                cell: ({ documento }) => (
                  <button type="button" className="plain" onClick={() => use(documento)}>
                    {documentText(documento)}
                  </button>
                ),
              },
              { label: say('name'), cell: (row) => row.name && printable(row.name) },
              { label: say('scenario'), cell: (row) => scenarioText(row.title, language) },
            ]}
          />
        )}
      </Answered>
    </>
  )
}
