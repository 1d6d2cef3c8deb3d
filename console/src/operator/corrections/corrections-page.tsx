import type { UntoldCorrection } from '@lastro/contract/operator/operator-corrections.ts'
import { untoldReasons } from '@lastro/contract/operator/untold-reasons.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { correctionWords } from '../../words/operator/corrections.ts'
import { environmentNow } from '../clients/chosen-environment.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { EnvironmentSwitch } from '../clients/environment-switch.tsx'
import { useOperator } from '../operations.ts'
import { correctionsName } from '../operator-names.ts'

/** Who has yet to be told that a listing was wrong. The environment is in the address. */
export function CorrectionsPage() {
  const say = useSay(correctionWords)
  const operator = useOperator()
  const [search, setSearch] = useSearchParams()
  const environment = environmentNow(search.get('environment'))
  const pages = usePages([...correctionsName, environment], (cursor) =>
    operator.corrections({ environment, cursor }),
  )
  return (
    <Page title={say('title')} lede={say('lede')}>
      <EnvironmentSwitch value={environment} onChoose={(chosen) => setSearch({ environment: chosen })} />
      <Listed pages={pages} empty={say('empty')}>
        {(items) => <Corrections items={items} />}
      </Listed>
    </Page>
  )
}

function Corrections({ items }: { readonly items: readonly UntoldCorrection[] }) {
  const say = useSay(correctionWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('title')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { label: say('recipient'), cell: (row) => <Recipient correction={row} /> },
        {
          label: say('listing'),
          cell: ({ listingId }) => (
            <Link className="code" href={`/operador/analise/${encodeURIComponent(listingId)}`}>
              {listingId}
            </Link>
          ),
        },
        { label: say('why'), cell: (row) => untoldReasons[row.reason][language] },
        { label: say('dueOn'), isFixed: true, cell: (row) => dateText(row.dueOn) },
        { label: say('since'), isFixed: true, cell: (row) => instantOf(row.createdAt) },
        { label: say('what'), cell: (row) => <Told correction={row} /> },
      ]}
    />
  )
}

function Recipient({ correction: { clientId, clientName } }: { readonly correction: UntoldCorrection }) {
  const say = useSay(correctionWords)
  if (clientId === undefined) return <>{say('debtor')}</>
  return <ClientLink id={clientId} name={clientName} />
}

function Told({ correction: { id } }: { readonly correction: UntoldCorrection }) {
  const say = useSay(correctionWords)
  const operator = useOperator()
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="plain" onClick={() => setIsOpen(true)}>
        {say('told')}
      </button>
      {isOpen && (
        <ActDialog
          title={say('told')}
          text={say('toldText')}
          button={say('told')}
          isReady={note.trim() !== ''}
          act={() => operator.correctionTold(id, note.trim())}
          changes={correctionsName}
          onDone={close}
          onClose={close}
        >
          {(wrong) => (
            <AreaField
              label={say('note')}
              wrong={wrong.note}
              value={note}
              maxLength={500}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </ActDialog>
      )}
    </>
  )
}
